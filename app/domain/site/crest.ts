export const CREST_TYPES = ['image/png', 'image/webp', 'image/jpeg'] as const;
export const CREST_TYPE = "L'escut ha de ser una imatge PNG, WebP o JPEG";

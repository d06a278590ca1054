import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  files: { impersonal: ['bucket', 'state', 'owner_id'] },
  file_variants: { impersonal: ['variant', 'name', 'media_type'] },
  uploads: {},
  upload_pieces: { impersonal: ['object_name'] },
};

export type ImageVariant = 'small' | 'medium' | 'large' | 'preview';

export interface VariantPlan {
  variant: ImageVariant;
  format: 'webp' | 'jpeg';
  width: number;
  height: number;
}

export const MAX_MEGAPIXELS = 40;
/** `medium`: as wide as a usual phone of two dots by pixel draws it. */
const PAGE_WIDTHS: readonly [ImageVariant, number][] = [
  ['small', 400],
  ['medium', 720],
  ['large', 1600],
];
/** Messengers take no WebP for a preview, and no picture of many hundred kilobytes. */
const PREVIEW_WIDTH = 1200;
const TALLEST = 2;

export function planVariants(original: { width: number; height: number }): VariantPlan[] {
  const pages = PAGE_WIDTHS.filter(([, width], index) => index === 0 || widthIn(original, PAGE_WIDTHS[index - 1]![1]) < widthIn(original, width));
  return [
    ...pages.map(([variant, width]): VariantPlan => ({ variant, format: 'webp', ...fitted(original, width) })),
    { variant: 'preview', format: 'jpeg', ...fitted(original, PREVIEW_WIDTH) },
  ];
}

function widthIn(original: { width: number; height: number }, width: number): number {
  return fitted(original, width).width;
}

function fitted({ width, height }: { width: number; height: number }, maxWidth: number): { width: number; height: number } {
  const scale = Math.min(1, maxWidth / width, (maxWidth * TALLEST) / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

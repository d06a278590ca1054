import sharp, { type Sharp } from 'sharp';

import { MAX_MEGAPIXELS, planVariants, type VariantPlan } from '#app/domain/files/image-variants.ts';

import { answer, limitOwnMemory, readInput } from './child-process.server.ts';
import type { EncodedImage, ImageAnswer } from './image-encoder.server.ts';

/* A program of its own. Metadata of the original (place, time, thumbnails, appended data) is left out. */

const WEBP_EFFORT = 4;
const WEBP_QUALITY = { small: 75, medium: 75, large: 80, preview: 80 } as const;
const JPEG = { quality: 80, mozjpeg: true };
const WHITE = '#fff';

limitOwnMemory();
sharp.concurrency(1);
sharp.cache(false);
// libvips would also read SVG, PDF, TIFF and more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] });

await encode(await readInput());
process.disconnect();

async function encode(original: Uint8Array): Promise<void> {
  const options = { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn: 'error' } as const;
  const metadata = await sharp(original, { ...options, limitInputPixels: false }).metadata().catch(() => null);
  if (metadata === null) return answer({ refused: 'unreadable' } satisfies ImageAnswer);
  const { width, height } = metadata.autoOrient;
  if (width * height > options.limitInputPixels) return answer({ refused: 'too_many_pixels' } satisfies ImageAnswer);
  try {
    const plans = planVariants({ width, height });
    const widest = Math.max(...plans.map((plan) => plan.width));
    const { data, info } = await sharp(original, options).autoOrient().resize({ width: widest, withoutEnlargement: true }).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } };
    for (const plan of plans) await answer({ encoded: await encodeVariant(sharp(data, pixels), plan) } satisfies ImageAnswer);
  } catch {
    await answer({ refused: 'unreadable' } satisfies ImageAnswer);
  }
}

async function encodeVariant(image: Sharp, { variant, format, width, height }: VariantPlan): Promise<EncodedImage> {
  const sized = image.resize({ width, height, fit: 'fill' });
  const { data, info } = await (format === 'webp' ? sized.webp({ quality: WEBP_QUALITY[variant], effort: WEBP_EFFORT }) : sized.flatten({ background: WHITE }).jpeg(JPEG)).toBuffer({ resolveWithObject: true });
  return { variant, mediaType: `image/${format}`, width: info.width, height: info.height, bytes: new Uint8Array(data) };
}

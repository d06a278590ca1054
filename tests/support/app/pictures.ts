import sharp from 'sharp';

/** A picture that compresses badly, as photos do. */
export async function aPicture({ width = 500, height = 400 } = {}): Promise<Uint8Array> {
  return new Uint8Array(await sharp({ create: { width, height, channels: 3, background: '#c33', noise: { type: 'gaussian', mean: 128, sigma: 20 } } }).jpeg().toBuffer());
}

/** Looks like a PDF from its header; of any length. */
export function aPdfOf(bytes: number): Uint8Array {
  const pdf = new Uint8Array(bytes).fill(32);
  pdf.set(new TextEncoder().encode('%PDF-1.7\n'));
  return pdf;
}

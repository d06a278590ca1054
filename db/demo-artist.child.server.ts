import { answer, limitOwnMemory, readInput } from '#app/platform/adapters/media/child-process.server.ts';

import { HOME_PICTURES } from './cast-home-pictures.ts';
import { PICTURES } from './cast-pictures.ts';
import type { DemoArt } from './demo-artist.server.ts';

const JPEG_QUALITY = 90;

limitOwnMemory();
await answer(await draw(JSON.parse(Buffer.from(await readInput()).toString()) as DemoArt));
process.disconnect();

async function draw(art: DemoArt): Promise<Uint8Array> {
  if (art.kind === 'picture') {
    const { default: sharp } = await import('sharp');
    return new Uint8Array(await sharp(Buffer.from({ ...PICTURES, ...HOME_PICTURES }[art.name])).jpeg({ quality: JPEG_QUALITY }).toBuffer());
  }
  const { bookletPdf } = await import('./booklet-pdf.ts');
  return bookletPdf(art.booklet, { year: art.year, madeAt: new Date(art.madeAt) });
}

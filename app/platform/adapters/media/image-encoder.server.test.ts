import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';

import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';

import { endChild } from '#tests/support/process/end-child.ts';

import { silentLogger } from '../log.server.ts';

import { createImageEncoder, type EncodedImage } from './image-encoder.server.ts';

const encoder = createImageEncoder({ log: silentLogger });

async function encoded(image: Uint8Array): Promise<EncodedImage[]> {
  const outcome = await encoder.encode(image);
  if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`);
  return outcome.encoded;
}

function aPhoto({ width = 2000, height = 1500 } = {}): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#c33' } });
}

function aDetailedPhoto({ width, height }: { width: number; height: number }): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#c33', noise: { type: 'gaussian', mean: 128, sigma: 20 } } });
}

/** Red on its left, blue on its right. */
async function redAndBlue(): Promise<Sharp> {
  const blue = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#00f' } }).png().toBuffer();
  return sharp({ create: { width: 200, height: 100, channels: 3, background: '#f00' } }).composite([{ input: blue, left: 100, top: 0 }]);
}

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('in %s becomes WebP in three sizes and a JPEG for previews', async (format) => {
    const sizes = await encoded(await aPhoto().toFormat(format).toBuffer());
    expect(sizes.map(({ variant, mediaType, width, height }) => [variant, mediaType, width, height])).toEqual([
      ['small', 'image/webp', 400, 300],
      ['medium', 'image/webp', 720, 540],
      ['large', 'image/webp', 1600, 1200],
      ['preview', 'image/jpeg', 1200, 900],
    ]);
    for (const { mediaType, width, bytes } of sizes) {
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ format: mediaType.slice('image/'.length), width });
    }
  });

  test('may come as a stream', async () => {
    const outcome = await encoder.encode(Readable.from([await aPhoto().jpeg().toBuffer()]));
    expect(outcome).toHaveProperty('encoded');
  });

  test('stands upright, and says nothing of camera, time and place', async () => {
    const photo = await (await redAndBlue())
      .jpeg()
      .withExif({ IFD0: { Make: 'Spy camera' }, IFD3: { GPSLatitude: '40/1 25/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    for (const { bytes, width, height } of await encoded(photo)) {
      expect([width, height]).toEqual([100, 200]);
      const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined, icc: undefined, orientation: undefined });
      expect(Buffer.from(bytes).includes('Spy')).toBe(false);
      const [red, , blue] = await sharp(bytes).extract({ left: 50, top: 20, width: 1, height: 1 }).raw().toBuffer();
      expect(red).toBeGreaterThan(200);
      expect(blue).toBeLessThan(50);
    }
  });

  test('keeps its transparency on pages and is white behind it in previews', async () => {
    const glass = await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }).png().toBuffer();
    const [small, preview] = await encoded(glass);
    expect((await sharp(small!.bytes).stats()).isOpaque).toBe(false);
    expect((await sharp(preview!.bytes).stats()).channels[0]!.mean).toBeGreaterThan(250);
  });

  test.each([
    ['in CMYK', () => aPhoto().toColourspace('cmyk').jpeg()],
    ['of 16 bits', () => aPhoto().toColourspace('rgb16').png()],
    ['in grey', () => aPhoto().greyscale().png()],
    ['that is interlaced', () => aPhoto().jpeg({ progressive: true })],
  ])('%s becomes one that every browser shows', async (_name, image) => {
    for (const { bytes } of await encoded(await image().toBuffer())) {
      expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
    }
  });

  test('of five thousand frames is its first one', async () => {
    const frame = Buffer.alloc(20 * 20 * 3, 90);
    const film = await sharp(Buffer.concat(Array.from({ length: 5_000 }, () => frame)), { raw: { width: 20, height: 20 * 5_000, channels: 3, pageHeight: 20 } })
      .gif({ loop: 0 })
      .toBuffer();
    expect((await sharp(film, { limitInputPixels: false }).metadata()).pages).toBeGreaterThan(0);
    const sizes = await encoded(film);
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [20, 20],
      [20, 20],
    ]);
  });

  test('takes no hidden passenger along', async () => {
    const passenger = Buffer.from('<script>alert(1)</script>%PDF-1.7 PK\x03\x04 secret-marker');
    for (const image of [await aPhoto({ width: 90, height: 90 }).jpeg().toBuffer(), await aPhoto({ width: 90, height: 90 }).png().toBuffer()]) {
      for (const { bytes } of await encoded(Buffer.concat([image, passenger]))) {
        expect(Buffer.from(bytes).includes('secret-marker')).toBe(false);
        expect(Buffer.from(bytes).includes('<script')).toBe(false);
      }
    }
  });
});

describe('refused is', () => {
  test('a bomb of a small file and 256 megapixels, before it is decoded', async () => {
    const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' }, limitInputPixels: false }).png().toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await encoder.encode(bomb)).toEqual({ refused: 'too_many_pixels' });
  });

  test('an image one row over forty megapixels, and not the one below', async () => {
    const of = (height: number) => sharp({ create: { width: 8_000, height, channels: 3, background: '#fff' } }).png().toBuffer();
    expect(await encoder.encode(await of(5_001))).toEqual({ refused: 'too_many_pixels' });
    expect(await encoder.encode(await of(5_000))).toHaveProperty('encoded');
  });

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('a %s that was cut off', async (format) => {
    const whole = await aDetailedPhoto({ width: 300, height: 300 }).toFormat(format).toBuffer();
    expect(await encoder.encode(whole.subarray(0, Math.floor(whole.length * 0.6)))).toEqual({ refused: 'unreadable' });
  });

  test.each([
    ['nothing at all', Buffer.alloc(0)],
    ['noise', randomBytes(5_000)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>')],
    ['an SVG that reads a file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>')],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['the first bytes of a JPEG and then a program', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<?php system("id"); ?>')])],
  ])('%s', async (_name, bytes) => {
    expect(await encoder.encode(bytes)).toEqual({ refused: 'unreadable' });
  });

  test.each(['tiff', 'avif'] as const)('a whole image in %s, which libvips could read', async (format) => {
    expect(await encoder.encode(await aPhoto({ width: 40, height: 40 }).toFormat(format).toBuffer())).toEqual({ refused: 'unreadable' });
  });

  test('an image that takes too long to come, or whose reader takes too much memory; the next one is read all the same', async () => {
    const hasty = createImageEncoder({ log: silentLogger, limits: { timeMs: 20, heapMb: 64, memoryMb: 600 } });
    expect(await hasty.encode(new PassThrough())).toEqual({ refused: 'busy' });
    const narrow = createImageEncoder({ log: silentLogger, limits: { timeMs: 60_000, heapMb: 64, memoryMb: 40 } });
    expect(await narrow.encode(new PassThrough())).toEqual({ refused: 'unreadable' });
    expect(await encoder.encode(await aPhoto().png().toBuffer())).toHaveProperty('encoded');
  });

  test('an image whose reader was ended from outside, which says nothing of it', async () => {
    const endless = new PassThrough();
    const encoding = encoder.encode(endless);
    await endChild('image-encoder.child');
    expect(await encoding).toEqual({ refused: 'busy' });
  });

  test('whoever comes when two dozen are waiting', async () => {
    const photo = await aPhoto({ width: 20, height: 20 }).png().toBuffer();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => encoder.encode(photo)));
    expect(outcomes.filter((outcome) => 'refused' in outcome)).toEqual(Array.from({ length: 8 }, () => ({ refused: 'busy' })));
  });
});

test('input that breaks off is an error of its own, and no image', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield randomBytes(100_000);
    throw new Error('the line went dead');
  }
  await expect(encoder.encode(Readable.from(broken()))).rejects.toThrow('the line went dead');
});

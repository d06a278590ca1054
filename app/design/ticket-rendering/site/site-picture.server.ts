import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

import { mix } from '#app/domain/site/colours.ts';

import { type CrestBox, fitCrest } from '../crest-box.ts';
import { crest as paintShield } from '../drawing/ticket-ornaments.ts';
import { fitText } from '../drawing/ticket-text.ts';
import { openCanvasLibrary, SERVER_FONTS } from '../png/ticket-fonts.server.ts';
import { paintTiles } from './paint-tiles.server.ts';
import { drawPoster, drawStrip } from './poster.server.ts';
import type { SitePicture } from './site-picture.ts';

const PREVIEW = { width: 1200, height: 630 };
const SHIELD = { width: 84, height: 104 };
const JPEG_QUALITY = 86;

type PaintCrest = (context: SKRSContext2D, box: CrestBox) => void;

export async function sitePicture(picture: SitePicture): Promise<Uint8Array> {
  const { createCanvas, loadImage } = await openCanvasLibrary();
  const image = picture.crest === null ? null : await loadImage(Buffer.from(picture.crest));
  const shape = image ?? SHIELD;
  const paintCrest: PaintCrest = (context, box) => {
    const { x, y, width, height } = fitCrest(shape, box);
    if (image === null) paintShield(context, { x, y, height });
    else context.drawImage(image, x, y, width, height);
  };
  switch (picture.kind) {
    case 'crest': {
      const canvas = createCanvas(Math.round((picture.height * shape.width) / shape.height), picture.height);
      paintCrest(canvas.getContext('2d'), { x: 0, y: 0, width: canvas.width, height: canvas.height });
      return canvas.encode('png');
    }
    case 'icon':
      return icon(createCanvas(picture.size, picture.size), paintCrest).encode('png');
    case 'poster': {
      const { width, height } = picture.size;
      const canvas = createCanvas(width, height);
      drawPoster(canvas, picture, paintCrest);
      return canvas.encode('jpeg', JPEG_QUALITY);
    }
    case 'strip': {
      const canvas = createCanvas(picture.size.width, picture.size.height);
      drawStrip(canvas, picture);
      return fewColours(canvas);
    }
    case 'preview':
      return preview(createCanvas(PREVIEW.width, PREVIEW.height), { ...picture, paintCrest }).encode('jpeg', JPEG_QUALITY);
  }
}

async function fewColours(canvas: Canvas): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return sharp(data, { raw: { width, height, channels: 4 } }).png({ palette: true, colours: 128, effort: 1 }).toBuffer();
}

function icon(canvas: Canvas, paintCrest: PaintCrest): Canvas {
  const context = canvas.getContext('2d');
  const size = canvas.width;
  context.fillStyle = '#fff8ec';
  context.fillRect(0, 0, size, size);
  // Small enough for the round masks some launchers cut.
  paintCrest(context, { x: size * 0.17, y: size * 0.17, width: size * 0.66, height: size * 0.66 });
  return canvas;
}

function preview(canvas: Canvas, { name, town, tagline, colours, paintCrest }: Extract<SitePicture, { kind: 'preview' }> & { paintCrest: PaintCrest }): Canvas {
  const context = canvas.getContext('2d');
  const { width, height } = PREVIEW;
  paintNight(context, { ...PREVIEW, colours });
  paintCrest(context, { x: 770, y: 130, width: 380, height: 400 });
  context.textBaseline = 'alphabetic';
  context.fillStyle = mix(colours.highlight, '#ffffff', 0.3);
  const who = fitText(context, { text: `${name} · ${town}`, width: 680, height: 50, leading: 1, sizes: [36, 32, 28, 24], font: (size) => `600 ${size}px ${SERVER_FONTS.textFont}` });
  context.font = who.font;
  context.fillText(who.lines.join(' '), 84, 170);
  context.fillStyle = '#fff2e2';
  const words = fitText(context, { text: tagline === '' ? name : tagline, width: 660, height: height - 260, leading: 1, sizes: [104, 92, 80, 68, 56, 46], font: (size) => `900 ${size}px ${SERVER_FONTS.displayFont}` });
  context.font = words.font;
  const top = 210 + (height - 260 - words.height) / 2;
  for (const [index, line] of words.lines.entries()) {
    if (index === words.lines.length - 1 && index > 0) context.fillStyle = colours.highlight;
    context.fillText(line, 80, top + words.size * (index + 0.9), width - 540);
  }
  return canvas;
}

function paintNight(context: SKRSContext2D, { width, height, colours }: { width: number; height: number; colours: { main: string; accent: string; highlight: string } }): void {
  const night = context.createLinearGradient(0, 0, 0, height);
  night.addColorStop(0, mix(colours.main, '#000000', 0.6));
  night.addColorStop(1, mix(colours.main, colours.accent, 0.12));
  context.fillStyle = night;
  context.fillRect(0, 0, width, height);
  const glow = context.createRadialGradient(width * 0.8, height * 0.9, height * 0.03, width * 0.8, height * 0.9, height * 0.9);
  glow.addColorStop(0, `${colours.accent}bf`);
  glow.addColorStop(1, `${colours.accent}00`);
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
  paintTiles(context, { width, tile: Math.round(height / 15), colours });
}

/** Draws the icons and the preview picture from public/favicon.svg: `node scripts/make-icons.ts`. */
import { readFile, writeFile } from 'node:fs/promises';
import { type Canvas, createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas';

import { ASSOCIATION } from '../app/domain/association.ts';

const PUBLIC = new URL('../public/', import.meta.url);
const crest = await loadImage(await readFile(new URL('favicon.svg', PUBLIC)));
GlobalFonts.register(await readFile(new URL('../app/design/ui/fonts/fraunces.woff2', import.meta.url)), 'Fraunces');
GlobalFonts.register(await readFile(new URL('../app/design/ui/fonts/figtree.woff2', import.meta.url)), 'Figtree');

for (const [name, size] of [['apple-touch-icon.png', 180], ['icon-192.png', 192], ['icon-512.png', 512]] as const) {
  await writeFile(new URL(name, PUBLIC), await icon(size).encode('png'));
}
// Mail programs take no SVG. Twice as large as it is shown.
await writeFile(new URL('crest.png', PUBLIC), await crestAlone(102).encode('png'));
// An .ico may hold a PNG.
await writeFile(new URL('favicon.ico', PUBLIC), icoOf(await crestAlone(32, 32).encode('png'), 32));
await writeFile(new URL('preview.jpg', PUBLIC), await preview().encode('jpeg', 88));

function icon(size: number): Canvas {
  const canvas = createCanvas(size, size);
  const draw = canvas.getContext('2d');
  draw.fillStyle = '#fff8ec';
  draw.fillRect(0, 0, size, size);
  // Launchers cut round masks.
  drawCrest(draw, { x: size / 2, y: size / 2, height: size * 0.68 });
  return canvas;
}

function crestAlone(height: number, width: number = Math.round((height * 96) / 112)): Canvas {
  const canvas = createCanvas(width, height);
  drawCrest(canvas.getContext('2d'), { x: width / 2, y: height / 2, height });
  return canvas;
}

function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

function preview(): Canvas {
  const canvas = createCanvas(1200, 630);
  const draw = canvas.getContext('2d');
  const night = draw.createLinearGradient(0, 0, 0, 630);
  night.addColorStop(0, '#1e0a14');
  night.addColorStop(1, '#5a1626');
  draw.fillStyle = night;
  draw.fillRect(0, 0, 1200, 630);
  const glow = draw.createRadialGradient(960, 560, 20, 960, 560, 560);
  glow.addColorStop(0, 'rgb(232 98 42 / 0.75)');
  glow.addColorStop(1, 'rgb(232 98 42 / 0)');
  draw.fillStyle = glow;
  draw.fillRect(0, 0, 1200, 630);
  for (let x = 0; x < 1200; x += 40) {
    disc(draw, { x, y: 0, colour: '#c8381a' });
    disc(draw, { x: x + 20, y: 42, colour: '#f5a524' });
  }
  drawCrest(draw, { x: 960, y: 335, height: 380 });
  draw.fillStyle = '#ffd28a';
  draw.font = '600 34px Figtree';
  draw.fillText(`${ASSOCIATION.name} · ${ASSOCIATION.town}`, 84, 190);
  draw.font = '900 104px Fraunces';
  draw.fillStyle = '#fff2e2';
  draw.fillText('TOTS JUNTS', 80, 316);
  draw.fillText('A FER', 80, 418);
  draw.fillStyle = '#f5a524';
  draw.fillText('COMBOI', 80, 520);
  return canvas;
}

function disc(draw: SKRSContext2D, { x, y, colour }: { x: number; y: number; colour: string }): void {
  draw.save();
  draw.beginPath();
  draw.rect(0, 0, 1200, 42);
  draw.clip();
  draw.beginPath();
  draw.arc(x, y, 13, 0, Math.PI * 2);
  draw.fillStyle = colour;
  draw.fill();
  draw.restore();
}

function drawCrest(draw: SKRSContext2D, { x, y, height }: { x: number; y: number; height: number }): void {
  const width = (height * 96) / 112;
  draw.drawImage(crest, x - width / 2, y - height / 2, width, height);
}

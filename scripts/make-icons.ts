/**
 * Draws the icons that can't be SVG and the picture for link previews, from the crest in public/favicon.svg.
 * Run it after changing the crest: `node scripts/make-icons.ts`. The results are committed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type Canvas, createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas';

import { ASSOCIATION } from '../app/domain/association.ts';

const PUBLIC = new URL('../public/', import.meta.url);
const crest = await loadImage(await readFile(new URL('favicon.svg', PUBLIC)));
GlobalFonts.register(await readFile(new URL('../app/ui/fonts/fraunces.woff2', import.meta.url)), 'Fraunces');
GlobalFonts.register(await readFile(new URL('../app/ui/fonts/figtree.woff2', import.meta.url)), 'Figtree');

for (const [name, size] of [['apple-touch-icon.png', 180], ['icon-192.png', 192], ['icon-512.png', 512]] as const) {
  await writeFile(new URL(name, PUBLIC), await icon(size).encode('png'));
}
// A photograph's format: the glow would be 280 kB as PNG.
await writeFile(new URL('preview.jpg', PUBLIC), await preview().encode('jpeg', 88));

function icon(size: number): Canvas {
  const canvas = createCanvas(size, size);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff8ec';
  pen.fillRect(0, 0, size, size);
  // Small enough for the round masks some launchers cut.
  drawCrest(pen, { x: size / 2, y: size / 2, height: size * 0.68 });
  return canvas;
}

/** 1200x630: what a chat shows beside a shared link. */
function preview(): Canvas {
  const canvas = createCanvas(1200, 630);
  const pen = canvas.getContext('2d');
  const night = pen.createLinearGradient(0, 0, 0, 630);
  night.addColorStop(0, '#1e0a14');
  night.addColorStop(1, '#5a1626');
  pen.fillStyle = night;
  pen.fillRect(0, 0, 1200, 630);
  const glow = pen.createRadialGradient(960, 560, 20, 960, 560, 560);
  glow.addColorStop(0, 'rgb(232 98 42 / 0.75)');
  glow.addColorStop(1, 'rgb(232 98 42 / 0)');
  pen.fillStyle = glow;
  pen.fillRect(0, 0, 1200, 630);
  for (let x = 0; x < 1200; x += 40) {
    disc(pen, { x, y: 0, colour: '#c8381a' });
    disc(pen, { x: x + 20, y: 42, colour: '#f5a524' });
  }
  drawCrest(pen, { x: 960, y: 335, height: 380 });
  pen.fillStyle = '#ffd28a';
  pen.font = '600 34px Figtree';
  pen.fillText(`${ASSOCIATION.name} · ${ASSOCIATION.town}`, 84, 190);
  pen.font = '900 104px Fraunces';
  pen.fillStyle = '#fff2e2';
  pen.fillText('TOTS JUNTS', 80, 316);
  pen.fillText('A FER', 80, 418);
  pen.fillStyle = '#f5a524';
  pen.fillText('COMBOI', 80, 520);
  return canvas;
}

function disc(pen: SKRSContext2D, { x, y, colour }: { x: number; y: number; colour: string }): void {
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, 1200, 42);
  pen.clip();
  pen.beginPath();
  pen.arc(x, y, 13, 0, Math.PI * 2);
  pen.fillStyle = colour;
  pen.fill();
  pen.restore();
}

function drawCrest(pen: SKRSContext2D, { x, y, height }: { x: number; y: number; height: number }): void {
  const width = (height * 96) / 112;
  pen.drawImage(crest, x - width / 2, y - height / 2, width, height);
}

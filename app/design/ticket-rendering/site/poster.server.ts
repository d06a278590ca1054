import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

import { posterPalette } from '#app/domain/event/drawing/poster-palette.ts';
import { contrastOf, mix } from '#app/domain/site/colours.ts';

import type { CrestBox } from '../crest-box.ts';
import { fitText } from '../drawing/ticket-text.ts';
import { SERVER_FONTS } from '../png/ticket-fonts.server.ts';
import { paintTiles } from './paint-tiles.server.ts';
import type { Poster, SitePicture } from './site-picture.ts';

const PAPER = '#fff2e2';
const RAYS = 22;

export function drawPoster(canvas: Canvas, poster: Poster, paintCrest: (context: SKRSContext2D, box: CrestBox) => void): void {
  const context = canvas.getContext('2d');
  const { width, height } = poster.size;
  const { ground, fire } = posterPalette(poster.id, poster.colours);
  const tile = Math.round(Math.min(width, height) / 16);
  const sun = poster.hasWords ? { x: width * 0.76, y: height * 0.52, size: height * 0.56 } : { x: width / 2, y: height * 0.44, size: width * 0.58 };
  paintGround(context, { ...poster.size, ground, fire, sun });
  paintTiles(context, { width, tile, colours: { main: mix(ground, '#000000', 0.35), accent: mix(fire, ground, 0.35), highlight: fire } });
  paintEmoji(context, { emoji: poster.emoji, ...sun });
  if (!poster.hasWords) return;
  context.fontVariationSettings = '"SOFT" 100, "WONK" 0, "opsz" 72';

  const left = Math.round(width * 0.06);
  const room = width * 0.5;
  const crest = Math.round(height * 0.13);
  paintCrest(context, { x: left, y: tile * 1.9, width: crest, height: crest });
  context.textBaseline = 'alphabetic';
  context.fillStyle = PAPER;
  const name = fitText(context, { text: poster.name, width: room - crest - 20, height: 44, leading: 1, sizes: [34, 30, 26, 22], font: (size) => `650 ${size}px ${SERVER_FONTS.textFont}` });
  context.font = name.font;
  context.fillText(name.lines.join(' '), left + crest + 18, tile * 1.9 + crest * 0.62);

  const box = { top: tile * 1.9 + crest + 36, bottom: height * 0.8 };
  const title = fitText(context, { text: poster.title, width: room, height: box.bottom - box.top, leading: 1.02, sizes: [104, 92, 82, 72, 64, 56, 48, 40, 34], font: (size) => `900 ${size}px ${SERVER_FONTS.displayFont}` });
  context.font = title.font;
  const top = box.top + (box.bottom - box.top - title.height) / 2;
  for (const [index, line] of title.lines.entries()) context.fillText(line, left, top + title.size * (title.leading * index + 0.9));
  const when = fitText(context, { text: poster.when, width: room, height: 44, leading: 1, sizes: [36, 32, 28, 24, 20], font: (size) => `650 ${size}px ${SERVER_FONTS.textFont}` });
  context.font = when.font;
  context.fillStyle = contrastOf(fire, ground) >= 4.5 ? fire : PAPER;
  context.fillText(when.lines.join(' '), left, height * 0.91);
}

export function drawStrip(canvas: Canvas, { emoji, palette, size }: Extract<SitePicture, { kind: 'strip' }>): void {
  const context = canvas.getContext('2d');
  const sun = { x: size.width * 0.84, y: size.height * 0.5, size: size.height * 0.78 };
  paintGround(context, { ...size, ...palette, sun });
  paintEmoji(context, { emoji, ...sun });
}

function paintGround(context: SKRSContext2D, { width, height, ground, fire, sun }: { width: number; height: number; ground: string; fire: string; sun: { x: number; y: number; size: number } }): void {
  const night = context.createLinearGradient(0, 0, 0, height);
  night.addColorStop(0, mix(ground, '#000000', 0.42));
  night.addColorStop(1, ground);
  context.fillStyle = night;
  context.fillRect(0, 0, width, height);
  context.save();
  context.globalAlpha = 0.13;
  context.fillStyle = fire;
  const step = (Math.PI * 2) / RAYS;
  for (let ray = 0; ray < RAYS; ray += 1) {
    context.beginPath();
    context.moveTo(sun.x, sun.y);
    context.arc(sun.x, sun.y, Math.hypot(width, height), ray * step, (ray + 0.5) * step);
    context.closePath();
    context.fill();
  }
  context.restore();
  const glow = context.createRadialGradient(sun.x, sun.y, 0, sun.x, sun.y, sun.size * 0.95);
  glow.addColorStop(0, `${fire}d9`);
  glow.addColorStop(0.55, `${fire}4d`);
  glow.addColorStop(1, `${fire}00`);
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
}

function paintEmoji(context: SKRSContext2D, { emoji, x, y, size }: { emoji: string; x: number; y: number; size: number }): void {
  context.save();
  context.textAlign = 'center';
  context.fillStyle = PAPER;
  const wanted = size * 0.78;
  context.font = `400 ${wanted}px ${SERVER_FONTS.emojiFont}`;
  const scale = Math.min(1, (size * 1.05) / Math.max(1, context.measureText(emoji).width));
  const drawn = Math.round(wanted * scale);
  context.font = `400 ${drawn}px ${SERVER_FONTS.emojiFont}`;
  context.fillText(emoji, x, y + drawn * 0.36);
  context.restore();
}

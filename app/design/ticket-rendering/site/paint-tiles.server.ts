import type { SKRSContext2D } from '@napi-rs/canvas';

import type { SiteColours } from '#app/domain/site/default-colours.ts';

export function paintTiles(context: SKRSContext2D, { width, tile, colours, y = 0 }: { width: number; tile: number; y?: number; colours: SiteColours }): void {
  context.save();
  context.beginPath();
  context.rect(0, y, width, tile);
  context.clip();
  context.fillStyle = colours.main;
  context.fillRect(0, y, width, tile);
  for (let x = 0; x <= width + tile; x += tile) {
    disc(context, { x, y, radius: tile * 0.32, colour: colours.accent });
    disc(context, { x: x + tile / 2, y: y + tile, radius: tile * 0.32, colour: colours.highlight });
  }
  context.restore();
}

function disc(context: SKRSContext2D, at: { x: number; y: number; radius: number; colour: string }): void {
  context.beginPath();
  context.arc(at.x, at.y, at.radius, 0, Math.PI * 2);
  context.fillStyle = at.colour;
  context.fill();
}

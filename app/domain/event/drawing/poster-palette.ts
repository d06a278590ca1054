import type { SiteColours } from '../../site/default-colours.ts';

const PALETTES = [null, ['#0b4f4c', '#f5a524'], ['#7a2e0b', '#ffc15e'], ['#1d2b57', '#ff8a5c'], ['#5b1a45', '#ffb3a0'], ['#274b1d', '#f2c14e']] as const;

export interface PosterPalette {
  ground: string;
  fire: string;
}

export function posterPalette(eventId: number, colours: SiteColours): PosterPalette {
  const [ground, fire] = PALETTES[paletteNumber(eventId)] ?? [colours.main, colours.highlight];
  return { ground, fire };
}

export function paletteNumber(eventId: number): number {
  return eventId % PALETTES.length;
}

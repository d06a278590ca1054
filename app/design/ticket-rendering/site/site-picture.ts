import type { PosterPalette } from '#app/domain/event/drawing/poster-palette.ts';
import type { SiteColours } from '#app/domain/site/default-colours.ts';

export interface Poster {
  id: number;
  title: string;
  emoji: string;
  when: string;
  name: string;
  colours: SiteColours;
  size: { width: number; height: number };
  hasWords: boolean;
}

interface Emblem {
  crest: Uint8Array | null;
}

export type SitePicture =
  | (Emblem & { kind: 'crest'; height: number })
  | (Emblem & { kind: 'icon'; size: number })
  | (Emblem & Poster & { kind: 'poster' })
  | (Emblem & { kind: 'strip'; emoji: string; palette: PosterPalette; size: { width: number; height: number } })
  | (Emblem & { kind: 'preview'; name: string; town: string; tagline: string; colours: SiteColours });

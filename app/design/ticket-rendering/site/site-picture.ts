import type { PosterPalette } from '#app/domain/event/poster-palette.ts';
import type { SiteColours } from '#app/domain/site/default-colours.ts';

export interface Poster {
  /** Of the event: it chooses the colours, so that neighbours in a list differ. */
  id: number;
  title: string;
  emoji: string;
  /** "dissabte, 19 de desembre, 2026 · 21:00" */
  when: string;
  /** Of the association. */
  name: string;
  colours: SiteColours;
  size: { width: number; height: number };
  /** False: only what can be told at a glance, for beside a title. */
  hasWords: boolean;
}

interface Emblem {
  /** As it was stored; null: the shield that comes with the product. */
  crest: Uint8Array | null;
}

export type SitePicture =
  | (Emblem & { kind: 'crest'; height: number })
  | (Emblem & { kind: 'icon'; size: number })
  | (Emblem & Poster & { kind: 'poster' })
  /** Of a wallet's pass, which writes its own words over it. */
  | (Emblem & { kind: 'strip'; emoji: string; palette: PosterPalette; size: { width: number; height: number } })
  | (Emblem & { kind: 'preview'; name: string; town: string; tagline: string; colours: SiteColours });

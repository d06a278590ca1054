import type { SiteColours } from '#app/domain/site/colours.ts';

interface Emblem {
  /** As it was stored; null: the shield that comes with the product. */
  crest: Uint8Array | null;
}

export type SitePicture =
  | (Emblem & { kind: 'crest'; height: number })
  | (Emblem & { kind: 'icon'; size: number })
  | (Emblem & { kind: 'preview'; name: string; town: string; tagline: string; colours: SiteColours });

import type { StoredVariant } from './files/stored-file.ts';
import { DEFAULT_COLOURS, type SiteColours } from './site/default-colours.ts';
import { DEFAULT_TERMS_VERSION } from './site/default-legal-texts.ts';

export interface Association {
  name: string;
  tagline: string;
  street: string;
  postcode: string;
  town: string;
  country: string;
  mapUrl: string | null;
  phone: { text: string; dial: string } | null;
  email: string;
  instagram: string | null;
  links: readonly SiteLink[];
  /** Null: the shield that comes with the product. */
  crest: Crest | null;
  colours: SiteColours;
  termsVersion: string;
  /** Grows with every change of the settings; part of addresses that may be cached. */
  revision: number;
}

export interface SiteLink {
  text: string;
  url: string;
}

export interface Crest {
  fileId: string;
  sizes: readonly Pick<StoredVariant, 'url' | 'width' | 'height'>[];
}

/** The address keeps number, postcode and town of spec §2. */
export const ASSOCIATION: Association = {
  name: 'Falla Mar i Foc',
  tagline: 'TOTS JUNTS A FER COMBOI',
  street: 'Carrer Major, 7',
  postcode: '12580',
  town: 'Benicarló',
  country: 'Espanya',
  mapUrl: null,
  phone: { text: '964 000 007', dial: '+34964000007' },
  email: 'hola@comboi.test',
  instagram: 'falla.mar.i.foc.demo',
  links: [],
  crest: null,
  colours: DEFAULT_COLOURS,
  termsVersion: DEFAULT_TERMS_VERSION,
  revision: 0,
};

export function searchableVenue(place: string, { postcode, town, country }: Association): string {
  return place.toLowerCase().includes(town.toLowerCase()) ? place : `${place.trim()}, ${postcode} ${town}, ${country}`;
}

export function mapAddress({ mapUrl, street, postcode, town, country }: Association): string {
  return mapUrl ?? mapSearch(`${street}, ${postcode} ${town}, ${country}`);
}

export function placeOnMap(place: string | null, association: Association): string | null {
  return place === null || place.trim() === '' ? null : mapSearch(searchableVenue(place, association));
}

function mapSearch(query: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
}

export function instagramAddress(account: string): string {
  return `https://www.instagram.com/${account}/`;
}

export function contactLine({ name, phone, email }: Association): string {
  return [name, phone?.text, email].filter((part) => part !== undefined).join(' · ');
}

export function identityAddresses({ crest, revision }: Association): { favicon: string; touchIcon: string; manifest: string; preview: string; mailCrest: string; styleSheet: string | null } {
  const drawn = (name: string): string => `/identity/${name}?v=${revision}`;
  return {
    favicon: crest === null ? '/favicon.svg' : drawn('icon-96.png'),
    touchIcon: crest === null ? '/apple-touch-icon.png' : drawn('icon-180.png'),
    manifest: revision === 0 ? '/site.webmanifest' : drawn('site.webmanifest'),
    preview: revision === 0 ? '/preview.jpg' : drawn('preview.jpg'),
    mailCrest: crest === null ? '/crest.png' : drawn('crest.png'),
    styleSheet: revision === 0 ? null : drawn('colours.css'),
  };
}

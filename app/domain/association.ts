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
  crest: CrestImage | null;
  colours: SiteColours;
  termsVersion: string;
  /** Grows with every change of the settings; part of addresses that may be cached. */
  revision: number;
}

export interface SiteLink {
  text: string;
  url: string;
}

export interface CrestImage {
  fileId: string;
  sizes: readonly Pick<StoredVariant, 'url' | 'width' | 'height'>[];
}

/** The demo's. The address keeps number, postcode and town of spec §2. */
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

/** A real installation before its settings are saved: nobody's. */
export const NAMELESS: Association = { ...ASSOCIATION, name: '', tagline: '', street: '', postcode: '', town: '', phone: null, email: '', instagram: null };

const PRODUCT = 'Comboi';

/** Where something must stand. */
export function displayName({ name }: Pick<Association, 'name'>): string {
  return name === '' ? PRODUCT : name;
}

export type MissingIdentity = 'name' | 'address' | 'contact';

/** What whoever pays must be told of the seller, and is not yet. */
export function missingIdentity({ name, street, postcode, town, email }: Association): MissingIdentity[] {
  const missing: [MissingIdentity, boolean][] = [
    ['name', name === ''],
    ['address', street === '' || postcode === '' || town === ''],
    ['contact', email === ''],
  ];
  return missing.flatMap(([what, isMissing]) => (isMissing ? [what] : []));
}

export function searchableVenue(place: string, { postcode, town, country }: Association): string {
  if (town === '') return `${place.trim()}, ${country}`;
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
  return [name, phone?.text, email].filter((part) => part !== undefined && part !== '').join(' · ');
}

export function identityAddresses({ name, crest, revision }: Association): { favicon: string; touchIcon: string; manifest: string; preview: string; mailCrest: string; styleSheet: string | null } {
  const drawn = (name: string): string => `/identity/${name}?v=${revision}`;
  return {
    favicon: crest === null ? '/favicon.svg' : drawn('icon-96.png'),
    touchIcon: crest === null ? '/apple-touch-icon.png' : drawn('icon-180.png'),
    manifest: revision === 0 ? '/site.webmanifest' : drawn('site.webmanifest'),
    // The file that comes with the product has the demo's name on it.
    preview: revision === 0 && name !== '' ? '/preview.jpg' : drawn('preview.jpg'),
    mailCrest: crest === null ? '/crest.png' : drawn('crest.png'),
    styleSheet: revision === 0 ? null : drawn('colours.css'),
  };
}

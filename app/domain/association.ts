/** The association behind the site: what the header, the footer, the contact page and the legal pages say about it. */
export interface Association {
  name: string;
  tagline: string;
  /** Street and number. */
  street: string;
  postcode: string;
  town: string;
  country: string;
  /** As people read it, and as a telephone dials it. */
  phone: { text: string; dial: string };
  email: string;
  /** Account name without the @. */
  instagram: string;
}

/** An invented association with its own crest. The address keeps the number, postcode and town of spec §2 Contact. */
export const ASSOCIATION: Association = {
  name: 'Falla Mar i Foc',
  tagline: 'TOTS JUNTS A FER COMBOI',
  street: 'Carrer Major, 7',
  postcode: '12580',
  town: 'Benicarló',
  country: 'Espanya',
  phone: { text: '964 000 007', dial: '+34964000007' },
  email: 'hola@comboi.test',
  instagram: 'falla.mar.i.foc.demo',
};

/** A place as it is called here, with what a map needs to find it. */
export function findablePlace(place: string, { postcode, town, country }: Association): string {
  return place.toLowerCase().includes(town.toLowerCase()) ? place : `${place.trim()}, ${postcode} ${town}, ${country}`;
}

/** Where the casal is, on a maps service. */
export function mapAddress({ street, postcode, town, country }: Association): string {
  return mapSearch(`${street}, ${postcode} ${town}, ${country}`);
}

/** Where a place of the town is; null where none is named. */
export function placeOnMap(place: string | null, association: Association): string | null {
  return place === null || place.trim() === '' ? null : mapSearch(findablePlace(place, association));
}

function mapSearch(query: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
}

export function instagramAddress({ instagram }: Association): string {
  return `https://www.instagram.com/${instagram}/`;
}

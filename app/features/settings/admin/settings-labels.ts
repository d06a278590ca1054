import type { Content } from '../schema.ts';

/** Of the fields, and of what somebody else has changed in them meanwhile. */
export const IDENTITY_LABELS = { name: 'Nom', tagline: 'Lema', main: 'Color principal', accent: "Color d'acció", highlight: 'Color destacat' } as const;

export const TEXT_LABELS = { homeLead: 'Benvinguda', homeSaying: 'Dita', homeWelcome: 'Qui sou', mailClosing: 'Comiat dels correus' } as const;

export const LEGAL_LABELS = { terms: 'Condicions de compra', privacy: 'Privacitat' } as const;

export const CONTACT_LABELS = {
  street: 'Carrer i número',
  postcode: 'Codi postal',
  town: 'Poble',
  country: 'País',
  mapUrl: 'Enllaç al mapa',
  phone: 'Telèfon',
  email: 'Correu',
  instagram: 'Instagram',
  links: 'Enllaços',
} as const;

/** As text, every field of it. */
export function contactTexts({ links, phone, mapUrl, instagram, ...rest }: Content<'contact'>): Record<keyof typeof CONTACT_LABELS, string> {
  return { ...rest, phone: phone?.text ?? '', mapUrl: mapUrl ?? '', instagram: instagram ?? '', links: links.map(({ text, url }) => `${text}: ${url}`).join('\n') };
}

import type { FieldTable, TypedField } from '../fields/field.ts';
import { emptyAs, optionalField, parsed, text, valueOr } from '../fields/kinds.ts';
import { parseEmailAddress } from '../people/email-address.ts';
import { isColour, parseColour } from './colours.ts';
import { readInstagram, readPhone, readWebAddress } from './contact-fields.ts';
import { readSite } from './embed.ts';
import { placeholderProblem } from './placeholders.ts';

export const IDENTITY_FIELDS = {
  name: text({ label: "Nom de l'associació", changeLabel: 'Nom', required: "Escriu el nom de l'associació", max: 60 }),
  tagline: emptyAs('', text({ label: 'Lema', max: 60 })),
  main: colour('Color principal'),
  accent: colour("Color d'acció"),
  highlight: colour('Color destacat'),
} satisfies FieldTable;

export const CONTACT_FIELDS = {
  street: text({ label: 'Carrer i número', required: 'Escriu el carrer i el número', max: 120 }),
  postcode: text({ label: 'Codi postal', required: 'Escriu el codi postal', max: 12 }),
  town: text({ label: 'Poble', required: 'Escriu el poble', max: 80 }),
  country: text({ label: 'País', required: 'Escriu el país', max: 60 }),
  mapUrl: optionalField(parsed({ label: 'Enllaç al mapa', read: readWebAddress })),
  phone: optionalField(parsed({ label: 'Telèfon', read: readPhone, typed: ({ text: display }) => display })),
  email: parsed({ label: 'Correu', read: (input) => valueOr(parseEmailAddress(input.trim()), 'Escriu un correu vàlid') }),
  instagram: optionalField(parsed({ label: 'Instagram', read: readInstagram })),
} satisfies FieldTable;

export const LINK_FIELDS = {
  text: text({ label: 'Text', required: "Escriu el text de l'enllaç", max: 60 }),
  url: parsed({ label: 'Adreça', read: readWebAddress }),
} satisfies FieldTable;

export const TEXT_FIELDS = {
  homeLead: withPlaceholders({ label: 'Benvinguda', required: 'Escriu la frase de benvinguda', max: 240 }),
  homeSaying: withPlaceholders({ label: 'Dita', required: 'Escriu la dita', max: 160 }),
  homeWelcome: withPlaceholders({ label: 'Qui sou', required: 'Escriu què conteu de vosaltres', max: 2_000 }),
  mailClosing: emptyAs('', withPlaceholders({ label: 'Comiat dels correus', max: 600 })),
} satisfies FieldTable;

export const EMBED_FIELDS = {
  site: optionalField(parsed({ label: "Adreça de l'altra web", read: readSite })),
} satisfies FieldTable;

export const LEGAL_FIELDS = {
  terms: withPlaceholders({ label: 'Condicions de compra', required: 'Escriu les condicions de compra', max: 40_000 }),
  privacy: withPlaceholders({ label: 'Privacitat', required: 'Escriu el text de privacitat', max: 40_000 }),
} satisfies FieldTable;

function colour(label: string): TypedField<string> {
  return { ...parsed({ label, read: (input) => valueOr(parseColour(input), 'Escriu el color així: #4a1028') }), isUsable: isColour };
}

function withPlaceholders(field: Parameters<typeof text>[0]): TypedField<string> {
  return text({ ...field, rule: placeholderProblem });
}

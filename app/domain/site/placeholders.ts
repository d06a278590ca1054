import type { Association } from '../association.ts';
import { MAX_TICKETS_PER_ORDER } from '../order/status.ts';

export const PLACEHOLDERS = {
  nom: "el nom de l'associació",
  lema: 'el lema',
  adreca: "l'adreça del casal",
  poble: 'el poble',
  correu: 'el correu de contacte',
  telefon: 'el telèfon',
  tiquets_per_comanda: 'quants tiquets caben en una comanda',
} as const;

type Placeholder = keyof typeof PLACEHOLDERS;

const BRACED = /\{([^{}\n]*)\}/g;

export function placeholderProblem(text: string): string | null {
  const unknown = [...text.matchAll(BRACED)].map(([, name = '']) => name).find((name) => !isPlaceholder(name));
  if (unknown !== undefined) return `{${unknown}} no es pot fer servir ací. Pots posar: ${Object.keys(PLACEHOLDERS).map((name) => `{${name}}`).join(', ')}`;
  return /[{}]/.test(text.replace(BRACED, '')) ? 'Hi ha una clau { o } que no tanca' : null;
}

export function fillPlaceholders(text: string, association: Association): string {
  const { name, tagline, street, postcode, town, email, phone } = association;
  const words: Record<Placeholder, string> = {
    nom: name,
    lema: tagline,
    adreca: `${street}, ${postcode} ${town}`,
    poble: town,
    correu: email,
    telefon: phone?.text ?? email,
    tiquets_per_comanda: String(MAX_TICKETS_PER_ORDER),
  };
  return text.replace(BRACED, (whole, written: string) => (isPlaceholder(written) ? words[written] : whole));
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name);
}

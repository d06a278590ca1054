import { parseEmoji } from '../emoji.ts';
import { moneyFieldText, parseMoney } from '../money-text.ts';
import { ALLERGEN_NAMES, ALLERGENS, DIET_NAMES, DIETS } from './allergens.ts';

/** As the form's fields would have been typed. */
export interface PastedChoice {
  name: string;
  emoji?: string;
  pricePublic?: string;
  priceMember?: string;
  priceCommission?: string;
  allergens?: string[];
  diets?: string[];
}

export interface PastedSection {
  name: string;
  required?: 'on';
  maxSelection: string;
  items: PastedChoice[];
}

export interface PastedMenu {
  sections: PastedSection[];
  options: PastedChoice[];
  /** Names of dishes without a price. */
  priceless: string[];
}

const LONGEST = 20_000;
const BULLET = /^[-*•·–—]\s+/;
const PRICE = String.raw`\d{1,4}(?:[.,]\d{1,2})?(?:\s?(?:\u20ac|eur(?:os?)?\b))?`;
const PRICED = new RegExp(String.raw`^(.*?)[\s.\u2026\u00b7:-]+(${PRICE}(?:\s+${PRICE}){0,2})$`, 'i');
const EXTRES = /^(?:extres?|extras?|a m[eé]s)$/i;
const NONE = new Set(['cap', "cap al·lergen", "sense al·lergens", 'cap dels 14 al·lergens']);
const OTHER_WORDS: Readonly<Record<string, string>> = {
  blat: 'gluten', crustaci: 'crustaceans', marisc: 'crustaceans', ou: 'eggs', cacauet: 'peanuts', cacau: 'peanuts', lactis: 'milk', lactosa: 'milk', 'fruits secs': 'nuts', ametla: 'nuts', ametles: 'nuts',
  nous: 'nuts', sesam: 'sesame', sulfit: 'sulphites', tramus: 'lupin', mollusc: 'molluscs', molluscs: 'molluscs', vegetariana: 'vegetarian', vegana: 'vegan', v: 'vegetarian', vg: 'vegan',
};
const CODES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHER_WORDS),
  ...[...Object.entries(ALLERGEN_NAMES), ...Object.entries(DIET_NAMES)].map(([code, name]) => [plain(name), code] as const),
]);

/** 'Primer: amanida 4 / sopa 3,75'; or a heading, and a dish on each line below it. Up to three prices: public, members, committee. */
export function readPastedMenu(text: string): PastedMenu {
  const menu: PastedMenu = { sections: [], options: [], priceless: [] };
  let into: PastedChoice[] | null = null;
  for (const typed of text.slice(0, LONGEST).split(/\r?\n/)) {
    const line = typed.trim().replace(BULLET, '').replace(/\s+/g, ' ').trim();
    if (line === '') continue;
    const isBulleted = BULLET.test(typed.trim());
    const [, heading, rest] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (heading !== undefined && rest !== undefined && !PRICED.test(heading)) {
      into = openSection(menu, heading);
      for (const dish of dishesIn(rest)) into.push(choiceOf(menu, dish));
    } else if (!isBulleted && !PRICED.test(withoutBrackets(line)) && !line.includes(' / ')) {
      into = openSection(menu, line);
    } else {
      into ??= openSection(menu, 'Menú');
      for (const dish of dishesIn(line)) into.push(choiceOf(menu, dish));
    }
  }
  return { ...menu, sections: menu.sections.filter(({ items }) => items.length > 0) };
}

function openSection(menu: PastedMenu, heading: string): PastedChoice[] {
  const [name, note] = [withoutBrackets(heading), plain(bracketsOf(heading).join(' '))];
  if (EXTRES.test(name)) return menu.options;
  const most = /\d{1,2}/.exec(note)?.[0] ?? '1';
  const section: PastedSection = { name: name || 'Menú', ...(!note.includes('opcional') && { required: 'on' as const }), maxSelection: String(Math.max(1, Number(most))), items: [] };
  menu.sections.push(section);
  return section.items;
}

function dishesIn(text: string): string[] {
  return text.split(/[/;|](?![^(]*\))/).map((dish) => dish.trim()).filter((dish) => dish !== '');
}

function choiceOf(menu: PastedMenu, typed: string): PastedChoice {
  const content = contentOf(typed);
  const bare = content === null ? typed : withoutBrackets(typed);
  const [, named = bare, prices = ''] = PRICED.exec(bare) ?? [];
  const { emoji, name } = withoutEmoji(named.trim());
  const [pricePublic, priceMember, priceCommission] = (prices.match(new RegExp(PRICE, 'gi')) ?? []).map(priceText);
  if (pricePublic === undefined) menu.priceless.push(name);
  return {
    name,
    ...(emoji !== null && { emoji }),
    ...(pricePublic !== undefined && { pricePublic }),
    ...(priceMember !== undefined && { priceMember }),
    ...(priceCommission !== undefined && { priceCommission }),
    ...content,
  };
}

function priceText(typed: string): string {
  const read = parseMoney(typed.replace(/[^\d.,]/g, ''));
  return 'cents' in read ? moneyFieldText(read.cents) : typed;
}

/** Null where the brackets say something else: then they are part of the name. */
function contentOf(typed: string): Pick<PastedChoice, 'allergens' | 'diets'> | null {
  const words = bracketsOf(typed).flatMap((note) => note.split(/[,;]|\s+i\s+/)).map((word) => plain(word.replace(/^\s*(?:cont[eé]|apte per a)\s+/i, ''))).filter((word) => word !== '');
  if (words.length === 0) return null;
  const codes = words.map((word) => (NONE.has(word) ? 'none' : CODES.get(word)));
  if (codes.includes(undefined)) return null;
  const allergens = ALLERGENS.filter((one) => codes.includes(one));
  const diets = DIETS.filter((diet) => codes.includes(diet));
  return { ...(allergens.length > 0 ? { allergens } : codes.includes('none') && { allergens: ['none'] }), ...(diets.length > 0 && { diets }) };
}

function bracketsOf(text: string): string[] {
  return [...text.matchAll(/\(([^)]*)\)/g)].map(([, note = '']) => note);
}

function withoutBrackets(text: string): string {
  return text.replace(/\s*\([^)]*\)/g, '').trim();
}

function withoutEmoji(name: string): { emoji: string | null; name: string } {
  const [first = '', ...rest] = name.split(' ');
  const emoji = rest.length > 0 && /\p{Extended_Pictographic}/u.test(first) ? parseEmoji(first) : null;
  return emoji === null ? { emoji: null, name } : { emoji, name: rest.join(' ') };
}

function plain(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{Diacritic}/gu, '').trim();
}

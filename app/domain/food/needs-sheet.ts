import type { MenuChoice } from '../event/menu.ts';
import { shortNumber } from '../ticket/short-number.ts';
import { clashes, clashText, NEED_CODES, type NeedCode, needText, needWords } from './needs.ts';

export interface NeedyTicketFacts {
  ticketNumber: string;
  codes: NeedCode[];
  other: string | null;
  firstName: string | null;
  table: string | null;
  menu: readonly { sectionName: string; items: readonly MenuChoice[] }[];
  extras: readonly MenuChoice[];
}

/** A card that goes with a plate. */
export interface PlateCard {
  key: string;
  table: string | null;
  number: string;
  firstName: string | null;
  section: string;
  emoji: string;
  dish: string;
  avoid: string[];
  /** What speaks against this very dish. */
  against: string[];
}

export interface DishNeeds {
  section: string;
  name: string;
  emoji: string;
  plates: number;
  needs: { text: string; count: number }[];
}

export interface NeedsSheet {
  people: number;
  counts: { code: NeedCode; text: string; count: number }[];
  others: { number: string; text: string }[];
  dishes: DishNeeds[];
  cards: PlateCard[];
}

const EXTRES = 'Extres';

export function needsSheet(tickets: readonly NeedyTicketFacts[]): NeedsSheet {
  const counts = NEED_CODES.map((code) => ({ code, text: needText(code), count: tickets.filter(({ codes }) => codes.includes(code)).length }));
  const cards = tickets.flatMap(platesOf);
  return {
    people: tickets.length,
    counts: counts.filter(({ count }) => count > 0),
    others: tickets.flatMap(({ ticketNumber, other }) => (other === null ? [] : [{ number: shortNumber(ticketNumber), text: other }])),
    dishes: [...Map.groupBy(cards, ({ section, dish }) => `${section}\n${dish}`).values()].map(dishNeeds),
    cards,
  };
}

/** '1 sense gluten', most first; by table, null for those who have none. A place to reach with a wheelchair is nothing for the kitchen. */
export function needsByTable(tickets: readonly Pick<NeedyTicketFacts, 'table' | 'codes' | 'other'>[]): Map<string | null, string[]> {
  const tables = Map.groupBy(tickets, ({ table }) => table);
  return new Map(
    [...tables].map(([table, theirs]) => {
      const words = Map.groupBy(theirs.flatMap(({ codes, other }) => needWords({ codes: codes.filter((code) => code !== 'accessible'), other })), (word) => word);
      return [table, [...words].toSorted(([, one], [, other]) => other.length - one.length).map(([word, mentions]) => `${mentions.length} ${word}`)] as const;
    }),
  );
}

function dishNeeds(plates: readonly PlateCard[]): DishNeeds {
  const [{ section, dish: name, emoji }] = plates as readonly [PlateCard];
  const words = Map.groupBy(plates.flatMap(({ avoid }) => avoid), (word) => word);
  const needs = [...words].map(([text, mentions]) => ({ text, count: mentions.length })).toSorted((one, other) => other.count - one.count);
  return { section, name, emoji, plates: plates.length, needs };
}

/** Who needs nothing but a place has ordinary plates; of the extras those that something speaks against. */
function platesOf(ticket: NeedyTicketFacts): PlateCard[] {
  const { ticketNumber, table, firstName, other } = ticket;
  const codes = ticket.codes.filter((code) => code !== 'accessible');
  const avoid = needWords({ codes, other });
  if (avoid.length === 0) return [];
  const card = (section: string, { name, emoji, ...dish }: MenuChoice, at: number): PlateCard => ({
    key: `${ticketNumber} ${section} ${at}`,
    table,
    number: shortNumber(ticketNumber),
    firstName,
    section,
    emoji,
    dish: name,
    avoid,
    against: clashes(dish, codes).map(clashText),
  });
  const plates = ticket.menu.flatMap(({ sectionName, items }) => items.map((dish, at) => card(sectionName, dish, at)));
  const extras = ticket.extras.map((dish, at) => card(EXTRES, dish, at)).filter(({ against }) => against.length > 0);
  return [...plates, ...extras];
}

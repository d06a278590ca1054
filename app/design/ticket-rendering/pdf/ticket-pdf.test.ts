import { inflateSync } from 'node:zlib';

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';

import { ISSUER } from '#tests/support/site/an-issuer.ts';
import type { PrintableTicket } from '../printable-ticket.ts';
import { ticketsPdf } from './ticket-pdf.server.ts';
import { latinText } from './pdf-text.ts';

const LONG = 'Gran sopar de la nit de la cremà, amb actuació musical i correfoc per a tots els veïns. ';

function aTicket(part: Partial<PrintableTicket> = {}): PrintableTicket {
  return {
    id: 'ABCDEFGHIJKLMNOPQRSTUVWXY2',
    ticketNumber: 'ORD-1795217000-4821-T1',
    userRole: 'public',
    price: 1850,
    eventTitle: 'Sopar de Germanor',
    eventImage: '🥘',
    dateText: '15 de març, 2027',
    time: '21:00',
    location: 'Casal, carrer Major 7',
    menu: [{ sectionId: 'main', sectionName: 'Plat principal', items: [{ id: 'p', name: 'Paella valenciana', emoji: '🥘', price: 1800 }] }],
    extras: [],
    ...part,
  };
}

function print(tickets: PrintableTicket[]): Promise<Uint8Array> {
  return ticketsPdf({ title: 'Tiquets ORD-1795217000-4821', tickets, madeAt: new Date('2027-03-01T12:00:00Z'), issuer: ISSUER });
}

/** All of the document's parts as text, unpacked where they are packed. */
function insides(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('latin1');
  const packed = [...text.matchAll(/FlateDecode[^]*?stream\r?\n([^]*?)endstream/g)].map(([, stream]) => unpack(Buffer.from(stream!, 'latin1')));
  return [text, ...packed].join('\n');
}

function unpack(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}

function pagesOf(pdf: Uint8Array): number {
  return insides(pdf).match(/\/Type \/Page\b/g)?.length ?? 0;
}

interface WordPlace {
  text: string;
  /** From the left and from the top, in points. */
  x: number;
  y: number;
  size: number;
}

/** The words of a page, each where it stands. */
async function wordsPlaced(tickets: PrintableTicket[]): Promise<WordPlace[]> {
  const { promise } = getDocument({ data: new Uint8Array(await print(tickets)), verbosity: 0 });
  const page = await (await promise).getPage(1);
  const { items } = await page.getTextContent();
  const [, , , height] = page.view as [number, number, number, number];
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [scale, , , , x, y] = item.transform as [number, number, number, number, number, number];
    return [{ text: item.str, x, y: height - y, size: scale }];
  });
}

describe('the document of tickets', () => {
  test('has a page for each ticket, and four of them weigh less than 300 kB', async () => {
    const pdf = await print(Array.from({ length: 4 }, (_, index) => aTicket({ ticketNumber: `ORD-1795217000-4821-T${index + 1}` })));
    expect(pagesOf(pdf)).toBe(4);
    expect(pdf.byteLength).toBeLessThan(300_000);
  });

  test('shows the captions of five dishes in four sections, and breaks no section across columns', async () => {
    const section = (name: string, ...dishes: string[]) => ({ sectionId: name, sectionName: name, items: dishes.map((dish) => ({ id: dish, name: dish, emoji: '🍽️', price: 0 })) });
    const menu = [section('Plat principal', 'Paella valenciana'), section('Postres', 'Arnadí'), section('Entrants', 'Carxofes de Benicarló', 'Esgarraet')];
    const places = await wordsPlaced([aTicket({ menu, extras: [{ id: 'vi', name: 'Ampolla de vi', emoji: '🍷', price: 250 }] })]);
    const placeOf = (text: string): WordPlace => places.find((place) => place.text === text)!;
    for (const caption of ['PLAT PRINCIPAL', 'POSTRES', 'ENTRANTS', 'EXTRES']) expect(placeOf(caption), caption).toMatchObject({ size: 7.5 });
    const entrants = ['ENTRANTS', 'Carxofes de Benicarló', 'Esgarraet'].map(placeOf);
    expect(new Set(entrants.map(({ x }) => x)).size).toBe(1);
    expect(entrants.map(({ y }) => y)).toEqual(entrants.map(({ y }) => y).toSorted((one, other) => one - other));
  });

  test('says what the dishes contain where something was said at the sale, and nothing of it otherwise', async () => {
    const dish = { id: 'p', name: 'Fideuà', emoji: '🦐', price: 1800 };
    const wordsOf = async (allergens: PrintableTicket['extras'][number]['allergens']): Promise<string[]> =>
      (await wordsPlaced([aTicket({ menu: [{ sectionId: 'm', sectionName: 'Plat', items: [{ ...dish, allergens }] }], extras: [{ id: 'c', name: 'Cafè', emoji: '☕', price: 120 }] })])).map(({ text }) => text);
    const words = await wordsOf(['gluten', 'fish']);
    for (const text of ['Conté gluten i peix', "Sense informació d'al·lèrgens"]) expect(words).toContain(text);
    expect((await wordsOf(undefined)).join()).not.toMatch(/Conté|Sense informació/);
  });

  test('has letters that can be selected, in typefaces of its own, and is tagged in Catalan', async () => {
    const inside = insides(await print([aTicket()]));
    for (const part of ['/ToUnicode', '/FontFile2', '/MarkInfo', '/StructTreeRoot', '/Lang (ca)', '/S /H1', '/S /Figure']) expect(inside).toContain(part);
    expect(inside).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/);
  });

  test('is the same for the same tickets', async () => {
    const [one, other] = await Promise.all([print([aTicket()]), print([aTicket()])]);
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });

  const dishes = Array.from({ length: 12 }, (_, index) => ({ id: String(index), name: LONG, emoji: '👨‍👩‍👧‍👦', price: 100 }));
  test.each<[string, Partial<PrintableTicket>]>([
    ['without menu', { menu: [] }],
    ['without time and place', { time: '', location: null }],
    ['with far too much to say', { eventTitle: LONG.repeat(5), location: LONG.repeat(5), price: 123_456_789, menu: Array.from({ length: 6 }, (_, n) => ({ sectionId: String(n), sectionName: LONG, items: dishes })) }],
    ['with words that never end', { eventTitle: 'W'.repeat(300), ticketNumber: 'ORD-'.repeat(30) }],
    ['with no letter that the typefaces have', { eventTitle: '祭り🎉', location: '中央広場', eventImage: '' }],
  ])('a ticket %s has one page still', async (_, part) => {
    expect(pagesOf(await print([aTicket(part)]))).toBe(1);
  });
});

test.each([
  ['L’any faller: l·l, ç, à, «comboi» 18,50\u00a0€', 'L’any faller: l·l, ç, à, «comboi» 18,50 €'],
  ['Dvořák Škoda', 'Dvorák Skoda'],
  ['Festa 🎉 gran 👨‍👩‍👧‍👦', 'Festa gran'],
  ['a\u0000b\u202ec', 'abc'],
])('%j is printed as %j', (text, printed) => {
  expect(latinText(text)).toBe(printed);
});

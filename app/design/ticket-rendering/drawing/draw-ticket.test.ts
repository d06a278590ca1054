import { createRequire } from 'node:module';

import type { ImageData } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';

import { ISSUER } from '#tests/support/site/an-issuer.ts';
import { ROLES } from '#app/domain/people/roles.ts';
import { codeIn, pixelsOf } from '#tests/support/browser/ticket-picture.ts';

import { qrMatrix, QR_MODULES, qrPath } from '../qr/qr-matrix.ts';
import type { PrintableTicket, SoldChoice } from '../printable-ticket.ts';
import { ticketPng } from '../png/ticket-png.server.ts';

const ID = 'ABCDEFGHIJKLMNOPQRSTUVWXY2';

function aDish(name: string, emoji = '🥘'): SoldChoice {
  return { id: name, name, emoji, price: 500 };
}

function aTicket(part: Partial<PrintableTicket> = {}): PrintableTicket {
  return {
    id: ID,
    ticketNumber: 'ORD-1795217000-4821-T1',
    userRole: 'public',
    price: 1800,
    eventTitle: 'Sopar de Germanor',
    eventImage: '🥘',
    dateText: '15 de març, 2027',
    time: '21:00',
    location: 'Casal, carrer Major 7',
    menu: [{ sectionId: 'main', sectionName: 'Plat principal', items: [aDish('Paella valenciana')] }],
    extras: [aDish('Ampolla de vi', '🍷')],
    ...part,
  };
}

describe('the QR', () => {
  test('is version 3 and holds the ticket id and nothing else', () => {
    const matrix = qrMatrix(ID);
    expect(matrix).toHaveLength(QR_MODULES);
    expect(matrix.every((row) => row.length === QR_MODULES)).toBe(true);
    expect(qrPath(ID)).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
  });

  test.each(['', 'abcdefghijklmnopqrstuvwxy2', `${ID}A`, ID.slice(1), `${ID.slice(1)}0`, 'https://example.test/'])('refuses %j', (text) => {
    expect(() => qrMatrix(text)).toThrow(TypeError);
  });
});

describe('the ticket picture', () => {
  const long = 'Gran sopar de la nit de la cremà, amb actuació musical i correfoc per a tots els veïns. ';
  const crowd = Array.from({ length: 12 }, (_, index) => aDish(`${long} ${index}`, '👨‍👩‍👧‍👦'));
  const cases: [string, PrintableTicket][] = [
    ...ROLES.map((userRole): [string, PrintableTicket] => [`for ${userRole}`, aTicket({ userRole })]),
    ['without menu', aTicket({ menu: [], extras: [] })],
    ['without time and place', aTicket({ time: '', location: null })],
    ['with sections that hold nothing', aTicket({ menu: [{ sectionId: 'a', sectionName: 'Entrants', items: [] }], extras: [] })],
    [
      'with far too much to say',
      aTicket({
        eventTitle: long.repeat(5),
        location: long.repeat(5),
        price: 123_456_789,
        ticketNumber: 'ORD-1795217000-4821-T20'.repeat(3),
        menu: Array.from({ length: 6 }, (_, index) => ({ sectionId: String(index), sectionName: long, items: crowd })),
        extras: crowd,
      }),
    ],
    ['with words that never end', aTicket({ eventTitle: 'W'.repeat(300), extras: [aDish('W'.repeat(300), '')] })],
  ];

  test.each(cases)('%s measures 900 by 1350 and its QR reads as the id', async (_, ticket) => {
    const image = await pixelsOf(await ticketPng(ticket, ISSUER));
    expect([image.width, image.height]).toEqual([900, 1350]);
    expect(codeIn(image)).toBe(ID);
  });

  test('different tickets drawn at the same time do not run into each other', async () => {
    const ids = Array.from({ length: 6 }, (_, index) => 'ABCDEF'[index]!.repeat(26));
    const drawn = await Promise.all(ids.map((id) => ticketPng(aTicket({ id }), ISSUER)));
    const read = await Promise.all(drawn.map(async (png) => codeIn(await pixelsOf(png))));
    expect(read).toEqual(ids);
  });

  test('an emoji is drawn in colour, in a title too', async () => {
    const plain = await pixelsOf(await ticketPng(aTicket({ eventTitle: 'Festa', menu: [], extras: [] }), ISSUER));
    const festive = await pixelsOf(await ticketPng(aTicket({ eventTitle: 'Festa 🟩🟩', menu: [], extras: [] }), ISSUER));
    expect(countGreen(festive)).toBeGreaterThan(countGreen(plain) + 500);
  });

  test('the packages that hold the typefaces are there at run time', () => {
    const { resolve } = createRequire(import.meta.url);
    expect(resolve('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff')).toContain('noto-color-emoji');
  });
});

function countGreen(image: ImageData): number {
  let count = 0;
  for (let at = 0; at < image.data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = image.data.subarray(at, at + 3);
    if (green > 120 && green > red * 1.5 && green > blue * 1.5) count += 1;
  }
  return count;
}

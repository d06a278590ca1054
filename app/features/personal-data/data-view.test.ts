import { expect, test } from 'vitest';

import { DATA_WORDS } from '#app/features.server.ts';

import { displayData, type DisplayedData, titledRecord } from './data-view.ts';

const VOCABULARY = { words: DATA_WORDS, mailNames: new Map([['tickets', 'Tiquets']]) };

/** What one section shows of its only record. */
function firstOf(displayed: DisplayedData | null): DisplayedData | undefined {
  const section = displayed?.kind === 'facts' ? displayed.facts[0]?.value : undefined;
  return section?.kind === 'list' ? section.items[0] : section;
}

test('what is kept is shown in words, ids and empty fields aside', () => {
  const stored = { account: null, orders: [{ id: 'x', orderNumber: 'ORD-1', totalAmount: 1400, eventDate: '2031-03-15', status: 'paid', paidAt: new Date('2031-03-01T10:00:00Z'), userName: '', tickets: [{ ticketNumber: 'ORD-1-T1', menu: [{ sectionId: 's', sectionName: 'Plat', items: [{ id: 'd', name: 'Paella', emoji: '🥘', price: 0, allergens: ['fish', 'milk'] }] }] }] }], needs: [] };
  expect(JSON.stringify(displayData(stored, VOCABULARY))).toBe(
    JSON.stringify({
      kind: 'facts',
      facts: [
        {
          name: 'Comandes',
          value: {
            kind: 'list',
            items: [
              {
                kind: 'facts',
                facts: [
                  { name: 'Comanda', value: { kind: 'text', text: 'ORD-1' }, rank: 2 },
                  { name: 'Import', value: { kind: 'text', text: '14,00 €' } },
                  { name: 'Data', value: { kind: 'text', text: '15 de març, 2031' } },
                  { name: 'Estat', value: { kind: 'text', text: 'pagada' } },
                  { name: 'Pagada', value: { kind: 'text', text: '1 de març, 2031 · 11:00' } },
                  {
                    name: 'Tiquets',
                    value: {
                      kind: 'list',
                      items: [
                        {
                          kind: 'facts',
                          facts: [
                            { name: 'Tiquet', value: { kind: 'text', text: 'ORD-1-T1' }, rank: 3 },
                            {
                              name: 'Plats',
                              value: {
                                kind: 'list',
                                items: [
                                  {
                                    kind: 'facts',
                                    facts: [
                                      { name: 'Secció', value: { kind: 'text', text: 'Plat' }, rank: 6 },
                                      { name: 'Plats', value: { kind: 'list', items: [{ kind: 'facts', facts: [{ name: 'Nom', value: { kind: 'text', text: 'Paella' }, rank: 4 }, { name: 'Preu', value: { kind: 'text', text: '0,00 €' } }, { name: 'Al·lèrgens del plat', value: { kind: 'text', text: 'peix, llet' } }] }] } },
                                    ],
                                  },
                                ],
                              },
                            },
                          ],
                        },
                      ],
                    },
                  },
                ],
              },
            ],
          },
        },
      ],
    }),
  );
});

test('one of many is told by its act and its number, and nothing of it is left out', () => {
  const displayed = firstOf(displayData({ orders: [{ orderNumber: 'ORD-1', status: 'paid', eventTitle: 'Sopar', tickets: [{ ticketNumber: 'ORD-1-T1', price: 1400, status: 'active' }] }] }, VOCABULARY));
  if (displayed?.kind !== 'facts') throw new Error('no record');
  const { title, facts } = titledRecord(displayed);
  expect(title).toBe('Sopar · ORD-1');
  expect(facts.map(({ name }) => name)).toEqual(['Estat', 'Tiquets']);
  expect(titledRecord({ kind: 'facts', facts: [{ name: 'Places', value: { kind: 'text', text: '3' } }] }).title).toBe('');
});

test('a browser is told by its name', () => {
  const displayed = displayData({ account: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36' } }, VOCABULARY);
  expect(firstOf(displayed)).toEqual({ kind: 'facts', facts: [{ name: 'Navegador', value: { kind: 'text', text: 'Chrome · Linux' }, rank: 6 }] });
});

test('a word that nobody has named yet is shown as it is kept', () => {
  expect(displayData({ newThing: true }, VOCABULARY)).toEqual({ kind: 'facts', facts: [{ name: 'newThing', value: { kind: 'text', text: 'Sí' } }] });
  expect(displayData({ account: null, orders: [], words: '' }, VOCABULARY)).toBeNull();
});

test('what shifts, requests, programs and mails keep is called as people call it', () => {
  const stored = { shifts: [{ kind: 'kitchen', state: 'asked' }], dataRequests: [{ kind: 'other' }], toldToPrograms: [{ what: 'order.refunded', withName: false }], mails: [{ kind: 'tickets' }], needs: [{ codes: ['nuts', 'vegan'] }], waitingLists: [{ status: 'offered' }], orders: [{ discount: 250 }] };
  const texts = [...JSON.stringify(displayData(stored, VOCABULARY)).matchAll(/"(?:text|name)":"([^"]+)"/g)].map(([, text]) => text);
  expect(texts).toEqual([
    'Torns', 'Què', 'Cuina', 'Estat', 'per acceptar',
    'Peticions sobre les teues dades', 'Què', 'Una altra petició',
    'Què hem dit a altres programes', 'Què', 'Diners retornats', 'Amb el teu nom', 'No',
    'Correus que hem enviat', 'Què', 'Tiquets',
    'Necessitats alimentàries', 'No pot menjar', 'fruits de closca, vegà',
    "Llistes d'espera", 'Estat', 'amb una oferta oberta',
    'Comandes', 'Descompte', '2,50 €',
  ]);
});

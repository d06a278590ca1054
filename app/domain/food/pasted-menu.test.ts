import { describe, expect, test } from 'vitest';

import { readPastedMenu } from './pasted-menu.ts';

describe('a menu from pasted text', () => {
  test('is a section on each line, its dishes with their prices', () => {
    expect(readPastedMenu('Primer: amanida 4 / sopa 3,75')).toEqual({
      sections: [{ name: 'Primer', required: 'on', maxSelection: '1', items: [{ name: 'amanida', pricePublic: '4,00' }, { name: 'sopa', pricePublic: '3,75' }] }],
      options: [],
      priceless: [],
    });
  });

  test('is also a heading with a dish on each line, extras apart, three prices, emoji and what dishes contain', () => {
    const menu = readPastedMenu(`
      Entrants (opcional, fins a 2)
      - 🫒 Olives ..... 2 €
      - Esgarraet (peix, sulfits) 3,50 3 2,50

      Postres:
      • Arnadí (ous i fruits de closca; vegetarià) - 4,00 euros
      • Taronja (cap) 4
      Extres: Vi 2.50 / Café
    `);
    expect(menu.sections).toEqual([
      {
        name: 'Entrants',
        maxSelection: '2',
        items: [
          { name: 'Olives', emoji: '🫒', pricePublic: '2,00' },
          { name: 'Esgarraet', pricePublic: '3,50', priceMember: '3,00', priceCommission: '2,50', allergens: ['fish', 'sulphites'] },
        ],
      },
      {
        name: 'Postres',
        required: 'on',
        maxSelection: '1',
        items: [
          { name: 'Arnadí', pricePublic: '4,00', allergens: ['eggs', 'nuts'], diets: ['vegetarian'] },
          { name: 'Taronja', pricePublic: '4,00', allergens: ['none'] },
        ],
      },
    ]);
    expect(menu.options).toEqual([{ name: 'Vi', pricePublic: '2,50' }, { name: 'Café' }]);
    expect(menu.priceless).toEqual(['Café']);
  });

  test('loses no word that it does not understand', () => {
    const [section] = readPastedMenu('Arròs (de dijous) 12\nMenú xiquets 6').sections;
    expect(section).toMatchObject({ name: 'Menú', items: [{ name: 'Arròs (de dijous)', pricePublic: '12,00' }, { name: 'Menú xiquets', pricePublic: '6,00' }] });
    expect(readPastedMenu('').sections).toEqual([]);
    expect(readPastedMenu(':::\n///').sections).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { needsProblemText } from '../food/needs.ts';
import { BAD_NOTE_TEXT, cheapestTicket, composeTicket, costTheSame, MAX_NOTE_NAME, readNote, readNoteName, type Menu, saysContents, type Selection, selectionProblemText } from './menu.ts';
import { cents } from '../money.ts';

const MENU: Menu = {
  referencePrice: cents(1800),
  sections: [
    {
      id: 'main',
      name: 'Plat principal',
      required: true,
      maxSelection: 1,
      items: [
        { id: 'paella', name: 'Paella', emoji: '🥘', price: 1400, remaining: null },
        { id: 'fideua', name: 'Fideuà', emoji: '🦐', price: 1500, remaining: null },
      ],
    },
    {
      id: 'starters',
      name: 'Entrants',
      required: false,
      maxSelection: 2,
      items: [
        { id: 'olives', name: 'Olives', emoji: '🫒', price: 200, remaining: null },
        { id: 'carxofes', name: 'Carxofes', emoji: '🌿', price: 450, remaining: null },
        { id: 'esgarraet', name: 'Esgarraet', emoji: '🫑', price: 350, remaining: null },
      ],
    },
  ],
  options: [
    { id: 'wine', name: 'Vi', emoji: '🍷', price: 250 },
    { id: 'coffee', name: 'Cafè', emoji: '☕', price: 180 },
  ],
};

const OPTIONAL: Menu = { ...MENU, sections: MENU.sections.map((section) => ({ ...section, required: false })) };
const NOTHING_TO_CHOOSE: Menu = { referencePrice: cents(600), sections: [], options: [] };

function selection(sections: Selection['sections'], options: readonly string[] = [], note?: string): Selection {
  return { sections, options, note };
}

/** As it arrives in a request: such keys are own properties there, and inherited ones elsewhere. */
function fromJson(text: string): Selection['sections'] {
  return JSON.parse(text) as Selection['sections'];
}

test('a ticket keeps what was chosen, in the order of the menu, at the price of all of it', () => {
  const ticket = composeTicket(MENU, selection({ starters: ['olives', 'carxofes'], main: ['paella'] }, ['wine'], ' Sense gluten '), 'public');
  expect(ticket).toEqual({
    menu: [
      { sectionId: 'main', sectionName: 'Plat principal', items: [{ id: 'paella', name: 'Paella', emoji: '🥘', price: 1400 }] },
      {
        sectionId: 'starters',
        sectionName: 'Entrants',
        items: [
          { id: 'olives', name: 'Olives', emoji: '🫒', price: 200 },
          { id: 'carxofes', name: 'Carxofes', emoji: '🌿', price: 450 },
        ],
      },
    ],
    extras: [MENU.options[0]],
    note: 'Sense gluten',
    price: 1400 + 200 + 450 + 250,
  });
});

test('an optional section may stay empty', () => {
  expect(composeTicket(MENU, selection({ main: ['paella'], starters: [] }), 'public')).toMatchObject({ menu: [{ sectionId: 'main' }], price: 1400 });
});

describe('what the menu does not offer is refused:', () => {
  test.each<[string, Menu, Selection, object]>([
    ['a required section without a choice', MENU, selection({}), { kind: 'required_missing', section: 'Plat principal' }],
    ['a required section answered with nothing', MENU, selection({ main: [] }), { kind: 'required_missing', section: 'Plat principal' }],
    ['more than a section allows', MENU, selection({ main: ['paella', 'fideua'] }), { kind: 'too_many', section: 'Plat principal', max: 1 }],
    ['three of two starters', MENU, selection({ main: ['paella'], starters: ['olives', 'carxofes', 'esgarraet'] }), { kind: 'too_many', section: 'Entrants', max: 2 }],
    ['the same dish twice', MENU, selection({ main: ['paella'], starters: ['olives', 'olives'] }), { kind: 'chosen_twice', id: 'olives' }],
    ['the same extra twice', MENU, selection({ main: ['paella'] }, ['wine', 'wine']), { kind: 'chosen_twice', id: 'wine' }],
    ['a dish that is not there', MENU, selection({ main: ['steak'] }), { kind: 'unknown_item', id: 'steak' }],
    ['a dish of another section', MENU, selection({ main: ['olives'] }), { kind: 'unknown_item', id: 'olives' }],
    ['an extra as a dish', MENU, selection({ main: ['wine'] }), { kind: 'unknown_item', id: 'wine' }],
    ['a dish as an extra', MENU, selection({ main: ['paella'] }, ['olives']), { kind: 'unknown_item', id: 'olives' }],
    ['a section that is not there', MENU, selection({ main: ['paella'], other: [] }), { kind: 'unknown_section', id: 'other' }],
    ['a section named constructor', MENU, selection(fromJson('{"main":["paella"],"constructor":["paella"]}')), { kind: 'unknown_section', id: 'constructor' }],
    ['a section named __proto__', MENU, selection(fromJson('{"main":["paella"],"__proto__":["paella"]}')), { kind: 'unknown_section', id: '__proto__' }],
    ['a required choice hidden in a prototype', MENU, selection(Object.create({ main: ['paella'] }) as Selection['sections']), { kind: 'required_missing', section: 'Plat principal' }],
    ['a dish named __proto__', MENU, selection({ main: ['__proto__'] }), { kind: 'unknown_item', id: '__proto__' }],
    ['an extra named toString', MENU, selection({ main: ['paella'] }, ['toString']), { kind: 'unknown_item', id: 'toString' }],
    ['a negative extra', MENU, selection({ main: ['paella'] }, ['-wine']), { kind: 'unknown_item', id: '-wine' }],
    ['nothing at all where only extras are on offer', { ...MENU, sections: [] }, selection({}), { kind: 'nothing_chosen' }],
    ['nothing at all where something is on offer', OPTIONAL, selection({}), { kind: 'nothing_chosen' }],
    ['a dish where nothing is on offer', NOTHING_TO_CHOOSE, selection({}, ['wine']), { kind: 'unknown_item', id: 'wine' }],
    ['a note of 501 characters', MENU, selection({ main: ['paella'] }, [], 'a'.repeat(501)), { kind: 'bad_note' }],
    ['a note with NUL', MENU, selection({ main: ['paella'] }, [], 'a\0b'), { kind: 'bad_note' }],
    ['a note with half an emoji', MENU, selection({ main: ['paella'] }, [], '🥘'.slice(0, 1)), { kind: 'bad_note' }],
  ])('%s', (_what, menu, chosen, problem) => {
    expect(composeTicket(menu, chosen, 'public')).toEqual(problem);
  });
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('a required section whose own id is %s is still required', (id) => {
  const menu: Menu = { ...MENU, sections: [{ ...MENU.sections[0]!, id }] };
  expect(composeTicket(menu, selection({}), 'public')).toEqual({ kind: 'required_missing', section: 'Plat principal' });
  expect(composeTicket(menu, selection(fromJson(`{"${id}":["paella"]}`)), 'public')).toMatchObject({ price: 1400 });
});

test('an event with nothing to choose is sold with just a note, at its reference price', () => {
  expect(composeTicket(NOTHING_TO_CHOOSE, selection({}, [], 'Taula 3'), 'public')).toEqual({ menu: [], extras: [], note: 'Taula 3', price: 600 });
});

test('an extra alone is a ticket where no section is required', () => {
  expect(composeTicket(OPTIONAL, selection({}, ['wine']), 'public')).toMatchObject({ extras: [{ id: 'wine' }], price: 250 });
});

test('an admin must choose like everyone else, and pays nothing', () => {
  expect(composeTicket(MENU, selection({}), 'admin')).toMatchObject({ kind: 'required_missing' });
  expect(composeTicket(MENU, selection({ main: ['paella'] }), 'admin')).toMatchObject({ price: 0 });
});

test('a note of 500 characters fits, one of blanks is none', () => {
  expect(composeTicket(MENU, selection({ main: ['paella'] }, [], 'a'.repeat(500)), 'public')).toMatchObject({ note: 'a'.repeat(500) });
  expect(composeTicket(MENU, selection({ main: ['paella'] }, [], '  \n '), 'public')).toMatchObject({ note: null });
  expect(composeTicket(MENU, selection({ main: ['paella'] }), 'public')).toMatchObject({ note: null });
});

test('five hundred characters are counted as people count them, and are never more than four thousand units', () => {
  const family = '👨‍👩‍👧‍👦';
  const letter = `e${'\u0301'.repeat(7)}`;
  expect(readNote('é'.normalize('NFD').repeat(500))).toEqual({ note: 'é'.normalize('NFD').repeat(500) });
  expect(readNote('é'.normalize('NFD').repeat(501))).toBeNull();
  expect(readNote(family.repeat(400))).toBeNull();
  expect(readNote(letter.repeat(500))).toEqual({ note: letter.repeat(500) });
  expect(readNote(`${letter.repeat(499)}${letter}\u0301`)).toBeNull();
});

test.each([
  ['n'.repeat(MAX_NOTE_NAME), 'n'.repeat(MAX_NOTE_NAME)],
  ['n'.repeat(MAX_NOTE_NAME + 1), null],
  ['  Iaia Carme ', 'Iaia Carme'],
  ['\ud800', null],
])('the name %j beside a note is kept as %j', (typed, stored) => {
  expect(readNoteName(typed)).toBe(stored);
  const ticket = composeTicket(MENU, { ...selection({ main: ['paella'] }), noteName: typed }, 'public');
  expect(ticket).toMatchObject(stored === null ? { kind: 'bad_note' } : { noteName: stored });
});

test('what somebody cannot eat goes along with the ticket, with their consent alone', () => {
  const ordered = (needs: Selection['needs']): object => composeTicket(MENU, { ...selection({ main: ['paella'] }), needs }, 'public');
  expect(ordered({ codes: ['gluten'], consent: true })).toMatchObject({ needs: { codes: ['gluten'] } });
  expect(ordered({ codes: ['gluten'] })).toEqual({ kind: 'consent_missing' });
  expect(ordered({ codes: ['stone'], consent: true })).toEqual({ kind: 'bad_needs' });
  expect(ordered({ codes: [] })).not.toHaveProperty('needs');
});

test('one dish of which something is said makes the menu tell of each', () => {
  const [main] = MENU.sections;
  expect(saysContents(MENU)).toBe(false);
  expect(saysContents({ sections: [], options: [{ id: 'wine', name: 'Vi', emoji: '🍷', price: 250 }, { id: 'nut', name: 'Nous', emoji: '🌰', price: 100, allergens: ['nuts'] }] })).toBe(true);
  expect(saysContents({ sections: [{ ...main!, items: main!.items.map((item) => ({ ...item, diets: ['vegan'] })) }], options: [] })).toBe(true);
});

test('a note keeps its lines, and nothing that makes it look like another text', () => {
  expect(readNote(' sense gluten\nni \u202esal\u0007 ')).toEqual({ note: 'sense gluten\nni sal' });
});

test('each problem has a sentence of its own that names what is wrong', () => {
  expect(selectionProblemText({ kind: 'unknown_section', id: 'x' })).toMatch(/^El menú ha canviat/);
  expect(selectionProblemText({ kind: 'unknown_item', id: 'x' })).toMatch(/^El menú ha canviat/);
  expect(selectionProblemText({ kind: 'chosen_twice', id: 'x' })).toMatch(/només es pot triar una vegada/);
  expect(selectionProblemText({ kind: 'nothing_chosen' })).toBe('Tria almenys un plat o un extra.');
  expect(BAD_NOTE_TEXT).toBe('Les observacions poden tindre fins a 500 caràcters de text normal.');
  for (const kind of ['consent_missing', 'bad_needs'] as const) expect(selectionProblemText({ kind })).toBe(needsProblemText(kind));
  expect(selectionProblemText({ kind: 'required_missing', section: 'Postres' })).toBe('Falta triar «Postres».');
  expect(selectionProblemText({ kind: 'too_many', section: 'Entrants', max: 2 })).toContain('«Entrants» pots triar com a màxim 2');
  expect(selectionProblemText({ kind: 'unknown_item', id: '<script>' })).not.toContain('<script>');
});

test('whatever is chosen, a ticket costs the sum of its parts and holds nothing that is not on the menu', () => {
  const offered = ['paella', 'fideua', 'olives', 'carxofes', 'esgarraet', 'wine', 'coffee', 'ghost'];
  const ids = fc.array(fc.constantFrom(...offered), { maxLength: 4 });
  fc.assert(
    fc.property(fc.record({ sections: fc.dictionary(fc.constantFrom('main', 'starters', 'ghost'), ids), options: ids }), (chosen) => {
      const ticket = composeTicket(MENU, chosen, 'public');
      if ('kind' in ticket) return;
      const sold = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];
      expect(ticket.price).toBe(sold.reduce((sum, choice) => sum + choice.price, 0));
      expect(ticket.price).toBeGreaterThanOrEqual(cheapestTicket(MENU, 'public'));
      expect(sold.map((choice) => choice.id).toSorted()).toEqual([...Object.values(chosen.sections).flat(), ...chosen.options].toSorted());
      expect(ticket.menu.some((section) => section.sectionId === 'main')).toBe(true);
    }),
    { numRuns: 2_000, seed: 18 },
  );
});

const withPrices = (priceOf: (choice: { id: string; price: number }) => number): Menu => ({
  ...MENU,
  sections: MENU.sections.map((section) => ({ ...section, items: section.items.map((dish) => ({ ...dish, price: priceOf(dish) })) })),
  options: MENU.options.map((option) => ({ ...option, price: priceOf(option) })),
});

test.each<[string, Menu, boolean]>([
  ['cost the same where each choice does', withPrices(({ price }) => price), true],
  ['cost the same though their sections are called otherwise', { ...MENU, sections: MENU.sections.map((section) => ({ ...section, name: 'Primer' })) }, true],
  ['do not where one dish is dearer', withPrices(({ id, price }) => (id === 'fideua' ? price + 1 : price)), false],
  ['do not where one extra is cheaper', withPrices(({ id, price }) => (id === 'coffee' ? price - 1 : price)), false],
  ['do not where one lacks a dish of the other', { ...MENU, options: [] }, false],
  ['do not where everything costs something else', withPrices(({ price }) => price * 2), false],
])('the menus of two categories %s', (_what, other, isSame) => {
  expect(costTheSame(MENU, other)).toBe(isSame);
});

const sellingOut = (menu: Menu, all = false): Menu => ({ ...menu, sections: menu.sections.map((section) => ({ ...section, items: section.items.map((dish, at) => (all || at === 0 ? { ...dish, remaining: 0 } : dish)) })) });

describe('the cheapest ticket', () => {
  test.each<[string, Menu, number]>([
    ['passes over a dish that is sold out', sellingOut(MENU), 1500],
    ['of a required section of which no dish is left costs what its cheapest dish did', sellingOut(MENU, true), 1400],
    ['passes over it also where nothing is required', sellingOut({ ...OPTIONAL, options: [] }), 350],
    ['may be an extra where every dish is sold out', sellingOut(OPTIONAL, true), 180],
    ['answers each required section by its cheapest dish', MENU, 1400],
    ['is the cheapest thing of all where nothing is required', OPTIONAL, 180],
    ['costs the reference price where there is nothing to choose', NOTHING_TO_CHOOSE, 600],
  ])('%s', (_name, menu, price) => {
    expect(cheapestTicket(menu, 'public')).toBe(price);
    expect(cheapestTicket(menu, 'admin')).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Menu, MenuDish } from '../event/menu.ts';
import { cents } from '../money.ts';
import { MAX_OTHER_NEED, NEED_CODES } from '../food/needs.ts';
import { bareChoice, choiceKey, chosenIn, dishesOf, draftTicket, EMPTY_CHOICE, fitToMenu, isFull, isSameChoice, needsOf, nextChoice, noteOf, parseNeeds, placesLeft, type TicketChoice, tidyNote, toggleItem, toggleOption, withoutDishes } from './ticket-choice.ts';

const dish = (id: string, price: number): MenuDish => ({ id, name: id, emoji: '🍽️', price, remaining: null });

const DINNER: Menu = {
  referencePrice: cents(1500),
  sections: [
    { id: 'main', name: 'Plat principal', required: true, maxSelection: 1, items: [dish('paella', 1400), dish('salad', 1200)] },
    { id: 'starters', name: 'Entrants', required: false, maxSelection: 2, items: [dish('a', 100), dish('b', 200), dish('c', 300)] },
  ],
  options: [dish('wine', 250)],
};
const [MAIN, STARTERS] = DINNER.sections as [Menu['sections'][number], Menu['sections'][number]];
const CONCERT: Menu = { referencePrice: cents(900), sections: [], options: [] };

describe('choosing', () => {
  test('where one is allowed, the second choice replaces the first and a second tap takes it away', () => {
    const first = toggleItem(EMPTY_CHOICE, MAIN, 'paella');
    expect(chosenIn(toggleItem(first, MAIN, 'salad'), 'main')).toEqual(['salad']);
    expect(chosenIn(toggleItem(first, MAIN, 'paella'), 'main')).toEqual([]);
  });

  test('where two are allowed, a third is not taken', () => {
    const full = ['a', 'b', 'c'].reduce((choice, id) => toggleItem(choice, STARTERS, id), EMPTY_CHOICE);
    expect(chosenIn(full, 'starters')).toEqual(['a', 'b']);
  });

  test('a tap takes away what it chose and leaves the rest, in the order of the taps', () => {
    const two = ['b', 'a'].reduce((choice, id) => toggleItem(choice, STARTERS, id), toggleItem(EMPTY_CHOICE, MAIN, 'paella'));
    expect(two.sections).toEqual({ main: ['paella'], starters: ['b', 'a'] });
    expect(toggleItem(two, STARTERS, 'b').sections).toEqual({ main: ['paella'], starters: ['a'] });
    expect(toggleItem(two, MAIN, 'paella').sections).toEqual({ starters: ['b', 'a'] });
    expect([EMPTY_CHOICE, toggleItem(EMPTY_CHOICE, STARTERS, 'a'), two].map((choice) => isFull(choice, STARTERS))).toEqual([false, false, true]);
  });

  test('a further person begins with the dishes that must be chosen, as far as any are left, and with nothing of one person alone', () => {
    const first = { sections: { main: ['paella'], starters: ['a'] }, options: ['wine'], note: 'Sense sal', noteName: 'Neus' };
    const next = nextChoice(DINNER, first, () => true);
    expect([chosenIn(next, 'main'), chosenIn(next, 'starters'), next.options, next.note, next.noteName]).toEqual([['paella'], [], [], '', undefined]);
    expect(chosenIn(nextChoice(DINNER, first, ({ id }) => id !== 'paella'), 'main')).toEqual([]);
  });

  test('a name is sent with its note and without one, and tells two tickets apart', () => {
    expect([noteOf({ note: ' ', noteName: ' Neus ' }), noteOf({ note: 'Sense sal', noteName: '' })]).toEqual([{ noteName: 'Neus' }, { note: 'Sense sal' }]);
    expect(isSameChoice({ ...EMPTY_CHOICE, noteName: 'Neus' }, EMPTY_CHOICE)).toBe(false);
    expect(draftTicket({ ...DINNER, sections: [] }, { ...EMPTY_CHOICE, options: ['wine'], noteName: 'Neus' }, 'public').ticket).toMatchObject({ note: null, noteName: 'Neus' });
  });

  test('a ticket whose needs lack their consent costs what its dishes do, and says what is missing', () => {
    const choice = { ...EMPTY_CHOICE, sections: { main: ['paella'] }, needs: { codes: ['milk' as const] } };
    expect(draftTicket(DINNER, choice, 'public')).toMatchObject({ ticket: { price: 1400 }, problem: { kind: 'consent_missing' } });
  });

  test('an extra comes with one tap and goes with the next, and the other extras stay', () => {
    const both = toggleOption(toggleOption(EMPTY_CHOICE, 'wine'), 'coffee');
    expect(both.options).toEqual(['wine', 'coffee']);
    expect(toggleOption(both, 'wine').options).toEqual(['coffee']);
  });

  test('what was chosen is listed in the order of the menu, dishes of other sections and of no menu left out', () => {
    expect(dishesOf(DINNER, { sections: { starters: ['c', 'a', 'ghost'], main: ['a', 'salad'], other: ['b'] }, options: ['wine'], note: '' }).map(({ id }) => id)).toEqual(['salad', 'a', 'c']);
  });

  test('taking dishes away leaves the others, the extras and the note', () => {
    const choice = { sections: { main: ['paella'], starters: ['a', 'b'] }, options: ['wine'], note: 'sense sal' };
    expect(withoutDishes(choice, [dish('a', 100), dish('paella', 1400)])).toEqual({ sections: { main: [], starters: ['b'] }, options: ['wine'], note: 'sense sal' });
  });

  test.each([
    [null, 5, null],
    [3, undefined, 3],
    [3, 1, 2],
    [3, 3, 0],
    [3, 4, 0],
  ])('of %s places, with %s taken by other tickets, %s are left', (remaining, taken, left) => {
    expect(placesLeft({ ...dish('a', 100), remaining }, new Map<string, number>(taken === undefined ? [] : [['a', taken]]))).toBe(left);
  });

  test('no sequence of taps goes above what a section allows, nor chooses anything twice', () => {
    const tap = fc.record({ section: fc.constantFrom(MAIN, STARTERS), item: fc.constantFrom('paella', 'salad', 'a', 'b', 'c') });
    fc.assert(
      fc.property(fc.array(tap, { maxLength: 40 }), (taps) => {
        const choice = taps.reduce((so, { section, item }) => toggleItem(so, section, item), EMPTY_CHOICE);
        for (const section of DINNER.sections) {
          const ids = chosenIn(choice, section.id);
          expect(ids.length).toBeLessThanOrEqual(section.maxSelection);
          expect(new Set(ids).size).toBe(ids.length);
        }
      }),
    );
  });

  test('a section named like a property of every object is just a section', () => {
    expect(chosenIn(EMPTY_CHOICE, 'toString')).toEqual([]);
    expect(chosenIn(EMPTY_CHOICE, '__proto__')).toEqual([]);
  });
});

describe('the menu of today', () => {
  test('a dish that left the menu is counted, never dropped silently', () => {
    const chosen = toggleOption(toggleItem(EMPTY_CHOICE, MAIN, 'paella'), 'wine');
    const changed: Menu = { ...DINNER, sections: [{ ...MAIN, items: [dish('salad', 1200)] }, STARTERS], options: [] };
    expect(fitToMenu(chosen, changed)).toEqual({ choice: EMPTY_CHOICE, dropped: 2 });
  });

  test('keeps of each section what it offers and allows, once, and the note as it is', () => {
    const stored = { sections: { main: ['salad', 'paella'], starters: ['c', 'c', 'ghost', 'a', 'b'], other: ['x'] }, options: ['wine', 'wine', 'ghost'], note: ' sense sal ' };
    expect(fitToMenu(stored, DINNER)).toEqual({ choice: { sections: { main: ['salad'], starters: ['c', 'a'] }, options: ['wine'], note: ' sense sal ' }, dropped: 7 });
  });

  test('whatever was stored, what fits is something the menu can sell, or a readable problem', () => {
    const ids = fc.array(fc.oneof(fc.constantFrom('paella', 'a', 'b', 'wine'), fc.string()), { maxLength: 6 });
    const stored = fc.record({
      sections: fc.dictionary(fc.oneof(fc.constantFrom('main', 'starters', 'toString'), fc.string()), ids),
      options: ids,
      note: fc.string(),
    });
    fc.assert(
      fc.property(stored, (choice) => {
        const fit = fitToMenu(choice, DINNER);
        const { problem } = draftTicket(DINNER, { ...fit.choice, note: '' }, 'public');
        expect(['required_missing', 'nothing_chosen', undefined]).toContain(problem?.kind);
        expect(fit.dropped).toBeGreaterThanOrEqual(0);
        expect(fitToMenu(fit.choice, DINNER)).toEqual({ choice: fit.choice, dropped: 0 });
      }),
    );
  });
});

describe('a ticket on its way', () => {
  test('it costs what is chosen so far, and says what is missing', () => {
    const draft = draftTicket(DINNER, toggleItem(EMPTY_CHOICE, STARTERS, 'b'), 'public');
    expect(draft.ticket.price).toBe(200);
    expect(draft.problem).toEqual({ kind: 'required_missing', section: 'Plat principal' });
  });

  test('its note is kept even while nothing is chosen', () => {
    const loose: Menu = { ...DINNER, sections: [STARTERS] };
    expect(draftTicket(loose, { ...EMPTY_CHOICE, note: 'sense sal' }, 'public').ticket.note).toBe('sense sal');
  });

  test('its note has no blanks round it, and one of blanks is none', () => {
    const loose: Menu = { ...DINNER, sections: [STARTERS] };
    const noteOfDraft = (note: string) => draftTicket(loose, { ...EMPTY_CHOICE, note }, 'public').ticket;
    expect(noteOfDraft(' sense sal ')).toEqual({ menu: [], extras: [], note: 'sense sal', price: 0 });
    expect(noteOfDraft('  ').note).toBeNull();
  });

  test('where nothing is required, one choice is enough, an extra too', () => {
    const loose: Menu = { ...DINNER, sections: [STARTERS] };
    expect(draftTicket(loose, EMPTY_CHOICE, 'public').problem).toEqual({ kind: 'nothing_chosen' });
    expect(draftTicket(loose, toggleOption(EMPTY_CHOICE, 'wine'), 'public').problem).toBeNull();
  });

  test('an event with nothing to choose sells tickets at its reference price, to admins for nothing', () => {
    expect(draftTicket(CONCERT, EMPTY_CHOICE, 'socio')).toMatchObject({ problem: null, ticket: { price: 900 } });
    expect(draftTicket(CONCERT, EMPTY_CHOICE, 'admin')).toMatchObject({ problem: null, ticket: { price: 0 } });
  });
});

describe('a note', () => {
  test('is cut to 500 characters as people count them, never in the middle of one', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(tidyNote(`${'a'.repeat(499)}🥘🥘`)).toBe(`${'a'.repeat(499)}🥘`);
    expect(tidyNote(`${'a'.repeat(499)}${family}b`)).toBe(`${'a'.repeat(499)}${family}`);
    expect(tidyNote(family.repeat(300))).toBe(family.repeat(300));
    expect(tidyNote('à'.normalize('NFD').repeat(501))).toBe('à'.normalize('NFD').repeat(500));
    expect(tidyNote(family.repeat(500))).toBe(family.repeat(Math.floor(4_000 / family.length)));
  });

  test('is kept without what a database refuses', () => {
    expect(tidyNote('sense\0 sal')).toBe('sense sal');
    expect(tidyNote('sense sal \ud83e').isWellFormed()).toBe(true);
  });

  test('whatever was typed, its tidy form is one the menu can sell', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 700 }), (typed) => {
        expect(draftTicket(CONCERT, { ...EMPTY_CHOICE, note: tidyNote(typed) }, 'public').problem).toBeNull();
      }),
    );
  });

  test('that is too long is a problem, and the price stays', () => {
    const choice = { ...toggleOption(toggleItem(EMPTY_CHOICE, MAIN, 'paella'), 'wine'), note: 'a'.repeat(501) };
    expect(draftTicket(DINNER, choice, 'public')).toMatchObject({ problem: { kind: 'bad_note' }, ticket: { price: 1650 } });
  });
});

test('a choice is the same in whichever order it was made, and with one thing more another', () => {
  const choice = { sections: { main: ['paella'], starters: ['a', 'b'] }, options: ['wine', 'coffee'], note: 'Sense sal' };
  expect(isSameChoice(choice, { sections: { starters: ['b', 'a'], main: ['paella'] }, options: ['coffee', 'wine'], note: 'Sense sal ' })).toBe(true);
  expect(isSameChoice(EMPTY_CHOICE, { sections: { main: [] }, options: [], note: ' ' })).toBe(true);
  for (const other of [{ ...choice, note: '' }, { ...choice, options: ['wine'] }, { ...choice, sections: { main: ['salad'], starters: ['a', 'b'] } }, EMPTY_CHOICE]) {
    expect(isSameChoice(choice, other)).toBe(false);
  }
  expect(isSameChoice({ ...EMPTY_CHOICE, sections: { main: ['a'] } }, { ...EMPTY_CHOICE, sections: { starters: ['a'] } })).toBe(false);
  expect(isSameChoice({ ...EMPTY_CHOICE, sections: { main: ['a'] } }, { ...EMPTY_CHOICE, options: ['main a'] })).toBe(false);
  expect(choiceKey(choice)).not.toBe(choiceKey(EMPTY_CHOICE));
});

describe('needs of one person', () => {
  const NEEDS = { codes: NEED_CODES.slice(0, 2), other: 'Préssec', firstName: 'Neus', consent: true, forOther: true };
  const choice: TicketChoice = { sections: { main: ['paella'] }, options: [], note: 'Sense sal', noteName: 'Neus', needs: NEEDS };

  test('stay with the ticket, and their name with its note', () => {
    expect(bareChoice({ ...choice, id: 'a' } as TicketChoice)).toEqual(choice);
    expect(bareChoice({ sections: {}, options: [], note: '' })).toEqual({ sections: {}, options: [], note: '' });
    expect(needsOf({ needs: { codes: [] } })).toEqual({});
    expect(needsOf({})).toEqual({});
  });

  test('come back from storage without what is none', () => {
    expect(parseNeeds(JSON.parse(JSON.stringify(NEEDS)))).toEqual({ needs: NEEDS });
    expect(parseNeeds({ codes: [NEED_CODES[0], 'altra', 7], other: '', firstName: 3, consent: 'sí' })).toEqual({ needs: { codes: [NEED_CODES[0]], consent: false, forOther: false } });
    expect(parseNeeds({ codes: [], other: `Pr\0éssec${'a'.repeat(3_000)}` }).needs?.other).toBe(`Préssec${'a'.repeat(MAX_OTHER_NEED - 7)}`);
    for (const none of [null, 'x', {}, { codes: 'gluten' }, { codes: [] }, { codes: ['altra'], other: ' ' }]) expect(parseNeeds(none)).toEqual({});
  });

  test('of a section that is not there nothing is chosen', () => {
    expect(chosenIn({ ...EMPTY_CHOICE, sections: { main: undefined as never } }, 'main')).toEqual([]);
  });

  test('make another choice of it, as a name does, and blanks do not', () => {
    const bare: TicketChoice = { sections: choice.sections, options: [], note: '' };
    expect(new Set([bare, { ...bare, noteName: 'Neus' }, { ...bare, needs: NEEDS }, { ...bare, noteName: 'Pau' }, { ...bare, needs: { ...NEEDS, other: 'Kiwi' } }, choice].map(choiceKey)).size).toBe(6);
    for (const same of [{ ...bare, noteName: ' ' }, { ...bare, noteName: '' }, { ...bare, needs: { codes: [] } }]) expect(choiceKey(same)).toBe(choiceKey(bare));
    expect(choiceKey({ ...bare, noteName: ' Neus ' })).toBe(choiceKey({ ...bare, noteName: 'Neus' }));
  });

  test('and names that are blank are not sent', () => {
    expect(noteOf({ note: ' Sense sal ', noteName: ' Neus ' })).toEqual({ note: 'Sense sal', noteName: 'Neus' });
    expect(noteOf({ note: ' ', noteName: '  ' })).toEqual({});
    expect(noteOf({ note: 'Sense sal' })).toEqual({ note: 'Sense sal' });
  });
});

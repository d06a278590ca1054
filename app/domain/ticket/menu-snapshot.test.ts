import { describe, expect, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';

import { readMenuSnapshot } from './menu-snapshot.ts';

const paella = { id: '1', name: 'Paella', emoji: '🥘', price: 1400 };
const section = (name: string, ...dishes: [string, string][]) => ({ name, dishes: dishes.map(([emoji, dish]) => ({ emoji, name: dish })) });

describe('a menu is read in every shape it was stored in', () => {
  test.each([
    ['our own list of sections', [{ sectionId: 's', sectionName: 'Plat', items: [paella] }], [section('Plat', ['🥘', 'Paella'])], null],
    ['a plain list of dishes', [paella, { name: 'Gelat' }], [section('Menú Principal', ['🥘', 'Paella'], ['🍽️', 'Gelat'])], null],
    ['a map of sections', { s: { section_name: 'Plat', items: [paella] } }, [section('Plat', ['🥘', 'Paella'])], null],
    ['a map of nameless sections', { s: { items: [paella] } }, [section('Menú', ['🥘', 'Paella'])], null],
    ['menus as lists', { menus: { a: [paella] }, note: 'sense sal' }, [section('Menú', ['🥘', 'Paella'])], 'sense sal'],
    ['menus as objects', { menus: { a: { section_name: 'Postres', items: [{ name: 'Gelat', emoji: '' }] } } }, [section('Postres', ['🍽️', 'Gelat'])], null],
    ['a single section', { section_name: 'Plat', items: [paella] }, [section('Plat', ['🥘', 'Paella'])], null],
    ['menus as one list', { menus: [paella] }, [section('Menú Principal', ['🥘', 'Paella'])], null],
    ['a plain list of dishes, one of them with parts', [{ name: 'Tapes', items: [paella] }, { name: 'Gelat' }], [section('Menú Principal', ['🍽️', 'Tapes'], ['🍽️', 'Gelat'])], null],
    ['with blanks round its names, and a note of blanks', { s: { section_name: ' Plat ', items: [' Paella ', { name: '\tGelat', emoji: ' ' }] }, note: '  ' }, [section('Plat', ['🍽️', 'Paella'], ['🍽️', 'Gelat'])], null],
    ['JSON text', JSON.stringify([paella]), [section('Menú Principal', ['🥘', 'Paella'])], null],
    ['a note alone', { note: ' al·lèrgia ' }, [], 'al·lèrgia'],
  ])('%s', (_shape, stored, sections, note) => {
    expect(readMenuSnapshot(stored)).toEqual({ kind: 'menu', menu: { sections, note } });
  });

  test.each([[null], [undefined], [''], [' \n'], [{ note: ' ' }], [[]], [{}], [{ menus: {} }], [{ s: { items: [] } }]])('%j is no menu', (stored) => {
    expect(readMenuSnapshot(stored)).toEqual({ kind: 'none' });
  });

  test.each([[7], [true], [{ s: 3 }], [{ menus: 'x' }], [[[1]]], ['"text"'], [{ s: { items: [{ price: 3 }] } }], [[' ']]])('%j has no known shape', (stored) => {
    expect(readMenuSnapshot(stored)).toEqual({ kind: 'unreadable' });
  });

  test('nor does any nonsense in any of them break it', () => {
    const nonsense = [null, true, 7, '', 'text', [], {}, [null], [[paella]], { name: null }, { name: 3, emoji: [], price: 'x' }, { items: null }, { items: { a: paella } }];
    const shapes: ((inside: unknown) => unknown)[] = [
      (inside) => [inside],
      (inside) => ({ s: inside }),
      (inside) => ({ menus: inside }),
      (inside) => ({ menus: { a: inside }, note: inside }),
      (inside) => ({ section_name: inside, items: inside }),
      (inside) => [{ sectionId: 's', sectionName: inside, items: [inside] }],
    ];
    const stored = shapes.flatMap((shape) => nonsense.flatMap((inside) => [shape(inside), JSON.stringify(shape(inside))]));
    const kinds = new Set(stored.map((one) => readMenuSnapshot(one).kind));
    figure('G21 odd shapes of a menu that were read without a crash', `${stored.length} of ${stored.length}`);
    expect([...kinds].toSorted()).toEqual(['menu', 'none', 'unreadable']);
  });

  test('text that is no JSON is broken', () => {
    expect(readMenuSnapshot('{menus:')).toEqual({ kind: 'broken' });
  });
});

import { describe, expect, test } from 'vitest';

import { listText } from '../list.ts';
import { groupsCloseAt, parseFirstName, parseGroupCode, parseGroupName } from './event-group.ts';

describe('a code', () => {
  test.each(['K7M2QX', 'k7m2qx', ' K7M-2QX ', 'K7M 2QX', 'https://falla.test/colla/K7M2QX', 'https://falla.test/order/3?colla=k7m2qx', '/colla/K7M2QX/'])('is read from %j', (typed) => {
    expect(parseGroupCode(typed)).toBe('K7M2QX');
  });

  test('look-alikes are what was meant', () => {
    expect(parseGroupCode('KOI2L0')).toBe('K01210');
  });

  test.each(['', 'K7M2Q', 'K7M2QXX', 'K7M2Q!', 'K7M2QU', '‮K7M2QX'])('%j is none', (typed) => {
    expect(parseGroupCode(typed)).toBeNull();
  });
});

describe('a name', () => {
  test('is one line without marks that turn it round', () => {
    expect(parseGroupName('  Els \u202Ede\n sempre ')).toEqual({ name: 'Els de sempre' });
  });

  test('with brackets is a name like any other', () => {
    expect(parseGroupName('<b>Els de sempre</b>')).toEqual({ name: '<b>Els de sempre</b>' });
  });

  test('of none or of more letters than fit is refused in words', () => {
    expect(parseGroupName(' \u202E ')).toEqual({ problem: 'Escriu el nom de la colla' });
    expect(parseGroupName('a'.repeat(300))).toEqual({ problem: 'Són massa lletres: en caben 40' });
    expect(parseGroupName('👩‍👩‍👧'.repeat(40))).toEqual({ name: '👩‍👩‍👧'.repeat(40) });
    expect(parseGroupName('a\ud800')).toEqual({ problem: 'Hi ha lletres que no es poden guardar' });
  });

  test('of a person may be left out', () => {
    expect(parseFirstName(' ')).toEqual({ name: null });
    expect(parseFirstName('Neus ')).toEqual({ name: 'Neus' });
    expect(parseFirstName('N'.repeat(31))).toEqual({ problem: 'Són massa lletres: en caben 30' });
  });

  test.each([
    [[], ''],
    [['Neus'], 'Neus'],
    [['Neus', 'Pau', 'Carme'], 'Neus, Pau i Carme'],
  ])('names are told as people tell them: %j', (names, text) => {
    expect(listText(names)).toBe(text);
  });
});

test('tables close by their own time, else with the kitchen, else with the sale', () => {
  const event = { date: '2027-03-13', time: '21:00', saleEndDate: null, groupsCloseAt: new Date('2027-03-12T10:00:00Z'), kitchenDeadline: new Date('2027-03-11T10:00:00Z') };
  expect(groupsCloseAt(event)).toEqual(event.groupsCloseAt);
  expect(groupsCloseAt({ ...event, groupsCloseAt: null })).toEqual(event.kitchenDeadline);
  expect(groupsCloseAt({ ...event, groupsCloseAt: null, kitchenDeadline: null })).toEqual(new Date('2027-03-13T18:00:00Z'));
});

import { expect, test } from 'vitest';

import { cartGroupProblem, type ChosenGroup, EMPTY_GROUP, orderGroupOf, parseCartGroup, WRONG_GROUP_CODE } from './cart-group.ts';

const created = (more: Partial<ChosenGroup> = {}): ChosenGroup => ({ ...EMPTY_GROUP, name: ' Els de la fila ', ...more });
const joined = (more: Partial<ChosenGroup> = {}): ChosenGroup => ({ ...EMPTY_GROUP, kind: 'join', code: ' k7m-2qx ', ...more });

test.each<[string, ChosenGroup | null, string | null]>([
  ['no colla', null, null],
  ['a new one of which nothing was typed yet', EMPTY_GROUP, 'Escriu el nom de la colla'],
  ['a new one with a name', created(), null],
  ['a new one without a name', created({ name: '  ' }), 'Escriu el nom de la colla'],
  ['a new one with a name that is too long', created({ name: 'a'.repeat(41) }), 'Són massa lletres: en caben 40'],
  ['a new one whose first name is too long', created({ firstName: 'a'.repeat(200) }), expect.stringMatching(/^Són massa lletres/) as unknown as string],
  ['one that is joined', joined(), null],
  ['one that is joined, with a first name', joined({ firstName: 'Neus' }), null],
  ['one that is joined by another code', joined({ code: 'k7m-2q' }), WRONG_GROUP_CODE],
  ['one that is joined by a first name that is too long', joined({ firstName: 'a'.repeat(200) }), expect.stringMatching(/^Són massa lletres/) as unknown as string],
])('the problem of %s', (_what, group, problem) => {
  expect(cartGroupProblem(group)).toEqual(problem);
});

test('is sent as it is meant, and not at all where it has a problem', () => {
  expect(orderGroupOf(created({ firstName: ' Neus ' }))).toEqual({ group: { name: 'Els de la fila', firstName: 'Neus' } });
  expect(orderGroupOf(created({ firstName: '  ' }))).toEqual({ group: { name: 'Els de la fila' } });
  expect(orderGroupOf(joined({ name: 'una altra' }))).toEqual({ group: { code: 'k7m-2qx' } });
  for (const none of [null, joined({ code: '' })]) expect(orderGroupOf(none)).toEqual({});
});

test('comes back from storage as it was typed, and not where it is damaged', () => {
  for (const group of [created(), joined({ firstName: 'a'.repeat(320) })]) expect(parseCartGroup(JSON.parse(JSON.stringify({ ...group, more: 1 })))).toEqual(group);
  for (const damaged of [null, 'colla', {}, { ...created(), kind: 'altra' }, { ...created(), name: 1 }, { ...created(), code: null }, { ...created(), firstName: 'a'.repeat(321) }]) expect(parseCartGroup(damaged)).toBeNull();
});

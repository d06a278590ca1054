import { expect, test } from 'vitest';

import { GRANTABLE_RIGHTS, isGrantableRight, RIGHTS, rightsOf, rightsWord } from './rights.ts';
import { ROLES } from './roles.ts';

test('an admin has every right, everybody else those that they were given', () => {
  expect(ROLES.map((role) => rightsOf(role, ['till', 'door']))).toEqual([['door', 'till'], ['door', 'till'], ['door', 'till'], RIGHTS]);
  expect(ROLES.map((role) => rightsOf(role, []))).toEqual([[], [], [], RIGHTS]);
});

test('every right but admin can be given', () => {
  expect(RIGHTS.filter((right) => !isGrantableRight(right))).toEqual(['admin']);
  expect(GRANTABLE_RIGHTS.every(isGrantableRight)).toBe(true);
  expect(['', 'constructor', null, 1].some(isGrantableRight)).toBe(false);
});

test('the same rights are one word in whatever order they are held, and each other set is another', () => {
  expect([rightsWord(['till', 'door']), rightsWord(['door', 'till']), rightsWord(['door']), rightsWord([])]).toEqual(['door till', 'door till', 'door', '']);
});

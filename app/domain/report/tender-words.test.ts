import { expect, test } from 'vitest';

import { ROLE_NAMES } from '../people/role-names.ts';
import { ROLES } from '../people/roles.ts';
import { roleText, TENDER_ORDER, tenderText } from './tender-words.ts';

test.each<[(typeof TENDER_ORDER)[number], string]>([
  ['card', 'Targeta (web)'],
  ['cash', 'Efectiu (taquilla)'],
  ['terminal', 'Targeta (taquilla)'],
  ['bizum', 'Bizum (taquilla)'],
  ['free', 'Gratis'],
])('money by %s is called «%s», so that a card of the web is never taken for one of the till', (tender, text) => {
  expect(tenderText(tender)).toBe(text);
});

test('a price category is called as everywhere, and one that there is no more by what it was', () => {
  expect(ROLES.map(roleText)).toEqual(ROLES.map((role) => ROLE_NAMES[role]));
  expect(roleText('jubilat')).toBe('jubilat');
});

import { expect, test } from 'vitest';

import { roleOf } from './actor.ts';
import { maySee, ROLES, TICKET_HEADINGS, VISIBILITIES, visibilitiesFor } from './roles.ts';

test('each role sees its own events and those of everyone below it; an admin sees them all', () => {
  const seen = Object.fromEntries(ROLES.map((role) => [role, VISIBILITIES.filter((visibility) => maySee(role, visibility))]));
  expect(seen).toEqual({
    public: ['public'],
    socio: ['public', 'socio'],
    comision: ['public', 'socio', 'comision'],
    admin: ['public', 'socio', 'comision'],
  });
  for (const role of ROLES) expect(visibilitiesFor(role)).toEqual(seen[role]);
});

test('whoever is not signed in is the public', () => {
  expect(roleOf({ kind: 'guest', visitor: null })).toBe('public');
  expect(roleOf({ kind: 'user', userId: 'u', role: 'comision', rights: [], name: 'Vicent', email: 'v@example.com' })).toBe('comision');
});

test('a ticket says in its heading who bought it', () => {
  expect(TICKET_HEADINGS).toEqual({ public: 'TIQUET', socio: 'TIQUET SOCI', comision: 'TIQUET COMISSIÓ', admin: 'TIQUET TAQUILLA' });
});

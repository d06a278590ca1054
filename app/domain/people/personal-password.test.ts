import { expect, test } from 'vitest';

import { isPersonalPassword } from './personal-password.ts';

const OWNER = { name: 'Maria Anglés i Pla', email: 'maria.angles84@correu.example', association: 'Falla Mar i Foc' };

test.each(['Comboi2027', 'Comboi1', 'FallaMar1', 'Falla.Mar.i.Foc7', 'Maria1984', 'MariaAngles1', 'mariaanglés!A1', '1Angles84', 'Correu.example1', 'Pla2027', 'Comboi-Maria-9', 'xMaria1'])(
  '«%s» is no secret to who knows whose it is',
  (password) => {
    expect(isPersonalPassword(password, OWNER)).toBe(true);
  },
);

test.each(['Tres7Taronges', 'Comboi i paella 3', 'Maria mira la mar 8', 'Xu7kleMn', 'Ñandú ç 7', 'Ab1 🎆🔥', '1A2b3c'])('«%s» is', (password) => {
  expect(isPersonalPassword(password, OWNER)).toBe(false);
});

test('a name too short to mean anything counts for nothing', () => {
  expect(isPersonalPassword('Lu7kle', { name: 'Lu', email: 'l@u.example', association: 'Falla Mar i Foc' })).toBe(false);
});

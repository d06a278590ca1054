import { expect, test } from 'vitest';

import { filled, formsIn } from './forms.ts';
import { createDice } from './dice.ts';

const PAGE = `<form method="post" id="pass"><button type="submit" aria-hidden="true"></button><input type="hidden" name="intent" value="make"/><input name="name" required=""/>
<select name="hours"><option value="4">4</option><option value="12" selected="">12</option></select><textarea name="note">A &amp; B</textarea><input type="hidden" name="row" value="7"/></form>`;

test('a form sends what stands before, in and after its lists and long texts', () => {
  const [form] = formsIn(PAGE);
  expect(form?.fields.map(({ name, value }) => [name, value])).toEqual([['intent', 'make'], ['name', ''], ['hours', '12'], ['note', 'A & B'], ['row', '7']]);
  expect(filled(form!, { dice: createDice('1'), today: '2030-03-01', wanted: { name: 'Porta' } })).toEqual(expect.arrayContaining([['intent', 'make'], ['name', 'Porta'], ['row', '7']]));
});

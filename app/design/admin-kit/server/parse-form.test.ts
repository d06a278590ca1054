import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { checkField, choiceField, countField, dateField, emojiField, moneyField, optional, textField, timeField, typedField } from '../form/field-schema.ts';
import { dispatchIntent, parseForm, readAdminForm, refuseAction } from './parse-form.server.ts';

const schema = z.object({
  version: z.string().optional(),
  title: textField({ required: 'Escriu un títol', max: 10 }),
  price: moneyField({ required: "Posa l'import" }),
  date: optional(dateField({ required: '' })),
  time: optional(timeField({ required: '' })),
  emoji: optional(emojiField({ required: 'Tria un emoji vàlid' })),
  places: optional(countField({ required: '', min: 1, max: 50 })),
  kind: choiceField(['a', 'b'], 'Tria'),
  hidden: checkField(),
  items: z.array(z.object({ id: z.string().optional(), name: textField({ required: 'Escriu el nom', max: 10 }) })).max(2, 'En caben dos'),
});

const SOUND: [string, string][] = [['intent', 'save'], ['title', 'Sopar'], ['price', '12,50'], ['kind', 'a']];

function sent(fields: readonly (readonly [string, string])[]): Request {
  return new Request('http://test/', { method: 'POST', body: new URLSearchParams(fields.map(([name, value]) => [name, value])) });
}

async function parsed(fields: readonly (readonly [string, string])[]): Promise<ReturnType<typeof parseForm<typeof schema>>> {
  return parseForm(await readAdminForm(sent(fields)), schema);
}

async function errorsOf(changed: [string, string]): Promise<unknown> {
  const { reply } = await parsed([...SOUND.filter(([name]) => name !== changed[0]), changed]);
  expect(reply?.init?.status).toBe(400);
  return reply?.data.result?.error;
}

test('a form is read into values; what is empty is null, what is missing not ticked, a list without items empty', async () => {
  const { value } = await parsed([...SOUND, ['date', ''], ['time', ' ']]);
  expect(value).toEqual({ title: 'Sopar', price: 1250, date: null, time: null, emoji: null, places: null, kind: 'a', hidden: false, items: [] });
});

test('a full one too', async () => {
  const { value } = await parsed([...SOUND, ['date', '15/3/2027'], ['time', '2130'], ['emoji', '🥘'], ['places', '20'], ['hidden', 'on'], ['items[0].id', 'i1'], ['items[0].name', ' Paella '], ['items[1].name', 'Fideuà']]);
  expect(value).toMatchObject({ date: '2027-03-15', time: '21:30', emoji: '🥘', places: 20, hidden: true, items: [{ id: 'i1', name: 'Paella' }, { name: 'Fideuà' }] });
});

test.each<[[string, string], unknown]>([
  [['title', ''], { title: ['Escriu un títol'] }],
  [['title', '   '], { title: ['Escriu un títol'] }],
  [['title', 'a\0b'], { title: ['Hi ha caràcters que no es poden guardar'] }],
  [['title', 'Onze lletres'], { title: ['Són massa lletres: en caben 10'] }],
  [['price', ''], { price: ["Posa l'import"] }],
  [['price', '12,505'], { price: ["No queda clar l'import: escriu-lo així: 1234,50"] }],
  [['price', '-1'], { price: ["L'import no pot ser negatiu"] }],
  [['date', '29/2/2027'], { date: ['Escriu la data així: 15 de març, 2027 o 15/3/2027'] }],
  [['time', '25:00'], { time: ["El format d'hora ha de ser HH:MM (exemple: 14:30)"] }],
  [['emoji', 'paella'], { emoji: ['Tria un emoji vàlid'] }],
  [['places', '51'], { places: ['Escriu un nombre entre 1 i 50'] }],
  [['places', '1e1'], { places: ['Escriu un nombre entre 1 i 50'] }],
  [['kind', 'c'], { kind: ['Tria'] }],
  [['items[0].name', ''], { 'items[0].name': ['Escriu el nom'] }],
])('%j is refused beside its field, with 400', async (changed, errors) => {
  expect(await errorsOf(changed)).toEqual(errors);
});

test('what was typed comes back, and which form it was', async () => {
  const { reply } = await parsed([...SOUND, ['row', 'r7'], ['emoji', 'x'], ['items[0].name', 'Paella']]);
  expect(reply?.data).toMatchObject({ intent: 'save', row: 'r7', result: { initialValue: { title: 'Sopar', price: '12,50', items: [{ name: 'Paella' }] } } });
});

test('a button of a list changes the list, and nothing is done', async () => {
  const { value, reply } = await parsed([...SOUND, ['items[0].name', 'Paella'], ['__intent__', '{"type":"copy","payload":{"name":"items","index":0}}']]);
  expect(value).toBeUndefined();
  expect([reply?.init?.status, reply?.data.result?.initialValue?.['items']]).toEqual([200, [{ name: 'Paella' }, { name: 'Paella' }]]);
});

describe('what no form of ours sends', () => {
  test.each([
    [['__proto__[x]', '1']],
    [['items[99999999].name', 'x']],
    [['constructor', 'x']],
    [['__intent__', 'no json']],
    [['__intent__', '{"type":"update","payload":{"name":"title","value":"x"}}']],
  ] as [[string, string]][])('is refused with 400 before it is read: %j', async (extra) => {
    await expect(readAdminForm(sent([...SOUND, extra]))).rejects.toMatchObject({ init: { status: 400 } });
  });

  test('is refused with 413 when it is longer than forms are', async () => {
    await expect(readAdminForm(sent([['title', 'x'.repeat(600_000)]]))).rejects.toMatchObject({ init: { status: 413 } });
  });
});

test('what a service refuses stands beside its field; what another has saved is told, with 409', async () => {
  const form = await parsed(SOUND);
  if (form.reply) throw new Error('expected a value');
  const refused = form.refuse({ fields: { title: 'Ja hi és' } });
  expect([refused.init?.status, refused.data.result?.error, refused.data.result?.initialValue?.['title']]).toEqual([409, { title: ['Ja hi és'] }, 'Sopar']);
  const conflict = form.conflict({ version: '8', changes: [{ label: 'Títol', theirs: 'Dinar', mine: 'Sopar' }] });
  expect([conflict.init?.status, conflict.data.conflict?.version]).toEqual([409, '8']);
});

test('the version that somebody has seen stands in for the one that their form was opened at', async () => {
  expect((await parsed([...SOUND, ['version', '7']])).value?.version).toBe('7');
  expect((await parsed([...SOUND, ['version', '7'], ['seenVersion', '8']])).value?.version).toBe('8');
});

test('an empty field of a rule of the domain is told what the rule says', async () => {
  const name = typedField((typed) => (typed === '' ? { problem: 'Com es diu?' } : { value: typed.toUpperCase() }));
  expect(parseForm(await readAdminForm(sent([['name', 'pilar']])), z.object({ name })).value).toEqual({ name: 'PILAR' });
  expect(parseForm(await readAdminForm(sent([['name', '']])), z.object({ name })).reply?.data.result?.error).toEqual({ name: ['Com es diu?'] });
});

test('one action is carried out, by its name; any other is refused in words', async () => {
  const done: string[] = [];
  const actions = { save: async () => void done.push('save'), delete: async () => void done.push('delete') };
  await dispatchIntent(await readAdminForm(sent([['intent', 'delete']])), actions);
  expect(done).toEqual(['delete']);
  for (const intent of ['toString', 'Save', '']) {
    expect(await dispatchIntent(await readAdminForm(sent([['intent', intent]])), actions)).toMatchObject({ init: { status: 400 }, data: { problem: 'El formulari no es pot llegir.' } });
  }
  expect(done).toEqual(['delete']);
  expect(refuseAction('save', 'Ara no').init?.status).toBe(409);
});

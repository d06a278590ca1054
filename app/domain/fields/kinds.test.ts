import { describe, expect, test } from 'vitest';

import { type Draft, type RecordField, fieldProblems, fieldsMarked, type FieldTable, forVisitors, inputOf, unchangedWhenOmitted, type TypedField } from './field.ts';
import { choice, count, day, emoji, flag, flags, hour, money, optionalField, optionalInstant, optionalText, text } from './kinds.ts';

const TITLE = text({ label: 'Títol', required: 'Escriu el títol', max: 5 });
const DAY = day({ label: 'Data', required: 'Escriu la data' });
const PLACES = optionalField(count({ label: 'Places', min: 0, max: 10 }));

describe('what a form shows of a value is read as the same value', () => {
  test.each<[TypedField<unknown>, unknown]>([
    [TITLE, 'Sopar'],
    [optionalText({ label: 'Lloc', max: 5 }), null],
    [DAY, '2027-03-15'],
    [optionalField(DAY), null],
    [hour({ label: 'Hora' }), '21:30'],
    [money({ label: 'Preu' }), 1250],
    [PLACES, 7],
    [PLACES, null],
    [emoji({ label: 'Emoji' }), '🥘'],
  ])('%o %o', (field, value) => {
    expect(field.read(field.typed(value))).toEqual({ value });
    expect(field.problem(value)).toBeNull();
  });
});

describe('what can not be a value is refused in words', () => {
  test.each<[string, TypedField<unknown>, string, string]>([
    ['nothing', TITLE, '  ', 'Escriu el títol'],
    ['a letter too many', TITLE, 'Sopars', 'Són massa lletres: en caben 5'],
    ['what the database refuses', TITLE, 'a\0', 'Hi ha caràcters que no es poden guardar'],
    ['no day', DAY, 'demà', 'Escriu la data així: 15 de març, 2027 o 15/3/2027'],
    ['more than may be', PLACES, '11', 'Escriu un nombre entre 0 i 10'],
    ['half a place', PLACES, '1,5', 'Escriu un nombre entre 0 i 10'],
    ['letters for money', money({ label: 'Preu' }), 'deu', 'Escriu un import en euros (exemple: 12,50)'],
  ])('%s', (_, field, typed, problem) => {
    expect(field.read(typed)).toEqual({ problem });
  });
});

const FIELDS = {
  title: TITLE,
  status: choice({ label: 'Estat', required: 'Tria un estat', choices: { draft: 'Esborrany', published: 'Publicada' }, initial: 'draft' }),
  start: optionalInstant({ label: 'Inici', inputs: { startDay: 'Dia', startHour: 'A les' }, hour: '00:00', dayMissing: 'Escriu el dia', wrong: 'Ha de ser un instant' }),
  door: unchangedWhenOmitted(flags({ label: 'A la porta', flags: { out: 'Eixida', kitchen: 'Cuina' } })),
  featured: unchangedWhenOmitted(flag({ label: 'Destacada', initial: false })),
} satisfies FieldTable;

const DRAFT: Draft<typeof FIELDS> = { title: 'Sopar', status: 'draft', start: null };

test('a draft is told what is wrong by the name of the field; what it leaves out is not checked', () => {
  expect(fieldProblems(FIELDS, DRAFT)).toEqual({});
  expect(fieldProblems(FIELDS, { ...DRAFT, title: '', start: 'demà' })).toEqual({ title: 'Escriu el títol', start: 'Ha de ser un instant' });
});

test('what is wrong with an instant is told beside its day', () => {
  expect([inputOf(FIELDS, 'start'), inputOf(FIELDS, 'title')]).toEqual(['startDay', 'title']);
});

test('visitors are told the fields that say so, and no other', () => {
  const visible = fieldsMarked({ ...FIELDS, title: forVisitors(TITLE), featured: forVisitors(FIELDS.featured) }, 'forVisitors');
  expect(Object.keys(visible)).toEqual(['title', 'featured']);
  expect(visible.featured.unchangedWhenOmitted).toBe(true);
});

test.each<[RecordField, unknown, string]>([
  [FIELDS.status, 'published', 'Publicada'],
  [FIELDS.start, '2027-03-15T20:00:00.000Z', '15 de març, 2027 · 21:00'],
  [FIELDS.door, { out: true, kitchen: true }, 'Eixida, Cuina'],
  [FIELDS.featured, false, 'No'],
  [PLACES, null, ''],
])('people read of a change: %o %o', (field, value, words) => {
  expect(field.text(value as never)).toBe(words);
});

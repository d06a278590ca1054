import { describe, expect, test } from 'vitest';

import { copyIntent, INTENT, isFieldName, isListIntent, itemOfForm, withoutCopies } from './list-intents.ts';

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

test.each(['title', 'sections[0].name', 'sections[12].items[3].pricePublic', 'a[999]', 'a.b.c'])('«%s» is the name of a field', (name) => {
  expect(isFieldName(name)).toBe(true);
});

test.each(['', '__proto__', 'a.__proto__', 'a[1000]', 'a[99999999999]', 'a[-1]', 'a[]', 'a..b', 'a[0', 'constructor.prototype', 'a.constructor', `a${'[0]'.repeat(50)}`, 'a b', `a${'x'.repeat(100)}`])(
  '«%s» is none',
  (name) => {
    expect(isFieldName(name)).toBe(false);
  },
);

describe('a button of a list', () => {
  test.each([
    { type: 'insert', payload: { name: 'sections' } },
    { type: 'insert', payload: { name: 'sections', index: 2, defaultValue: { name: 'Postres', items: [{}] } } },
    { type: 'remove', payload: { name: 'sections[1].items', index: 0 } },
    { type: 'reorder', payload: { name: 'sections', from: 0, to: 3 } },
    { type: 'copy', payload: { name: 'sections', index: 1 } },
  ])('may say $type', (intent) => {
    expect(isListIntent(JSON.stringify(intent))).toBe(true);
  });

  test.each([
    'insert',
    'null',
    '[]',
    '{"type":"insert"}',
    '{"type":"update","payload":{"name":"title","value":"x"}}',
    '{"type":"remove","payload":{"name":"sections","index":-1}}',
    '{"type":"remove","payload":{"name":"sections","index":1e9}}',
    '{"type":"insert","payload":{"name":"__proto__"}}',
    '{"type":"insert","payload":{"name":"sections","index":"0"}}',
    '{"type":"reorder","payload":{"name":"sections","from":0}}',
    JSON.stringify({ type: 'insert', payload: { name: 'sections', defaultValue: 'x'.repeat(30_000) } }),
  ])('says nothing else: %.60s', (value) => {
    expect(isListIntent(value)).toBe(false);
  });
});

const FIELDS = { title: 'Sopar', 'sections[0].id': 's1', 'sections[0].name': 'Primers', 'sections[0].items[0].id': 'i1', 'sections[0].items[0].name': 'Paella', 'sections[0].items[1].name': 'Fideuà', 'sections[1].name': 'Postres' };

test('an item is all that stands in its fields, with its ids where they are asked for', () => {
  expect(itemOfForm(formOf(FIELDS), 'sections[0]')).toEqual({ name: 'Primers', items: [{ name: 'Paella' }, { name: 'Fideuà' }] });
  expect(itemOfForm(formOf(FIELDS), 'sections[0]', { ids: true })).toEqual({ id: 's1', name: 'Primers', items: [{ id: 'i1', name: 'Paella' }, { name: 'Fideuà' }] });
  expect(itemOfForm(formOf(FIELDS), 'sections[0].items[0]')).toEqual({ name: 'Paella' });
  expect(itemOfForm(formOf(FIELDS), 'sections[7]')).toEqual({});
});

test('a copy becomes an insertion below of what stands there now, without its ids', () => {
  const form = withoutCopies(formOf({ ...FIELDS, 'sections[0].items[0].name': 'Paella de verdures', [INTENT]: copyIntent('sections[0].items', 0) }));
  expect(JSON.parse(form.get(INTENT) as string)).toEqual({ type: 'insert', payload: { name: 'sections[0].items', index: 1, defaultValue: { name: 'Paella de verdures' } } });
  expect(form.get('title')).toBe('Sopar');
});

test('any other button, and none, is left alone', () => {
  for (const intent of [null, '{"type":"remove","payload":{"name":"sections","index":0}}', 'no json']) {
    const form = formOf({ title: 'Sopar', ...(intent !== null && { [INTENT]: intent }) });
    expect(withoutCopies(form)).toBe(form);
  }
});

import { expect, test } from 'vitest';

import { readDocument } from './plain-document.ts';

test('headings, paragraphs and lists are told by how their lines begin', () => {
  expect(readDocument('Hola\na tots\n\n## Preus\n- Un\n- Dos\n\n- Tres\nfinal')).toEqual([
    { kind: 'paragraph', text: [{ text: 'Hola a tots' }] },
    { kind: 'heading', text: [{ text: 'Preus' }] },
    { kind: 'list', items: [[{ text: 'Un' }], [{ text: 'Dos' }]] },
    { kind: 'list', items: [[{ text: 'Tres' }]] },
    { kind: 'paragraph', text: [{ text: 'final' }] },
  ]);
});

test('addresses lead there, and nothing that was typed becomes markup or a script', () => {
  expect(readDocument('Mira https://www.aepd.es. Escriu a hola@comboi.test, o llig /condicions')).toEqual([
    {
      kind: 'paragraph',
      text: [
        { text: 'Mira ' },
        { text: 'aepd.es', href: 'https://www.aepd.es' },
        { text: '. Escriu a ' },
        { text: 'hola@comboi.test', href: 'mailto:hola@comboi.test' },
        { text: ', o llig ' },
        { text: 'Condicions de compra', href: '/condicions' },
      ],
    },
  ]);
  expect(readDocument('<b>javascript:alert(1)</b> //evil.test /tickets/1')).toEqual([{ kind: 'paragraph', text: [{ text: '<b>javascript:alert(1)</b> //evil.test /tickets/1' }] }]);
});

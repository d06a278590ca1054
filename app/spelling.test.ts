import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/** They read what others write. */
const FORGIVING = ['app/domain/time/dates.ts', 'app/domain/money-text.ts'];

const TEXTS = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => join('app', path))
  .filter((path) => !FORGIVING.includes(path));

const CAST = ['db/cast.ts', 'db/cast-year.ts'];

/** The specification's own sentences, kept as they are. */
const QUOTED = [
  'No hi ha esdeveniments programats per a aquesta data',
  'No tens permisos per accedir a aquesta funcionalitat',
  "No s'ha trobat el ticket amb aquest número",
  'Si aquest correu està registrat, rebràs un missatge',
  'Estàs segur que vols eliminar aquest esdeveniment?',
  'El ticket no es pot verificar en aquest moment',
  "L'esdeveniment especificat no existeix",
  'Les contrasenyes no coincideixen',
  'La nova contrasenya ha de tenir almenys 6 caràcters',
];

/** What one says in Barcelona and not in Benicarló. */
const FROM_ELSEWHERE = /(?<!\p{L})(?:aquest\p{L}*|servei(?:x|xen)|existei(?:x|xen)|coincidei(?:x|xen)|accedei(?:x|xen)|repetei(?:x|xen)|avui|aquí|meva|teva|seva|sigui|tingui|tenir|venir)(?!\p{L})/giu;

test('every apostrophe that people read is straight', () => {
  const curly = [...TEXTS, ...CAST].filter((path) => readFileSync(path, 'utf8').includes('’'));
  expect(curly).toEqual([]);
});

test('the texts are Valencian, but for what the specification quotes', () => {
  const strange = [...TEXTS, ...CAST].flatMap((path) => {
    const ours = QUOTED.reduce((text, quote) => text.replaceAll(quote, ''), readFileSync(path, 'utf8'));
    return [...ours.matchAll(FROM_ELSEWHERE)].map(([word]) => `${path}: ${word}`);
  });
  expect(strange).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

const BESIDE_CODE = ['app', 'db', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)DECISIONS\.md$/.test(path))
    .map((path) => join(folder, path)),
);
const DOCS = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));

/** The claims of a text that say neither what holds them nor that nothing does. */
function claimsWithoutEnd(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.startsWith('**') && !/ (?:Held by (?:(?:, | and )?`[^`]+`)+\.|No test holds this\b.*)$/.test(paragraph.trim()));
}

function missingHolders(text: string): string[] {
  const named = [...text.matchAll(/Held by (?<paths>(?:(?:, | and )?`[^`]+`)+)/g)].flatMap(({ groups }) => [...(groups?.paths ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
  return named.filter((path) => !existsSync(path));
}

test.each(['docs/decisions.md', ...BESIDE_CODE])('each decision in %s ends with the test that holds it, or says that none does', (path) => {
  expect(claimsWithoutEnd(readFileSync(path, 'utf8'))).toEqual([]);
});

test.each([...DOCS, ...BESIDE_CODE])('what %s says to hold a decision is there', (path) => {
  expect(missingHolders(readFileSync(path, 'utf8'))).toEqual([]);
});

test('docs/decisions.md has ten decisions', () => {
  expect(readFileSync('docs/decisions.md', 'utf8').match(/^\*\*/gm)).toHaveLength(10);
});

test('docs/decisions.md leads to each of the other files, and to no other', () => {
  const linked = [...readFileSync('docs/decisions.md', 'utf8').matchAll(/\]\(\.\.\/([^)]*DECISIONS\.md)\)/g)].map(([, path]) => path);
  expect(linked.toSorted()).toEqual(BESIDE_CODE.toSorted());
});

describe('the checks see', () => {
  test('a claim without an end, and one whose end is not the last word', () => {
    const text = '# Title\n\n**Held.** Why. Held by `app/a.test.ts` and `app/b.test.ts`.\n\n**Honest.** No test holds this.\n\n**Bare.** Why.\n\n**Early.** Held by `app/a.test.ts`. And more.\n';
    expect(claimsWithoutEnd(text)).toEqual(['**Bare.** Why.', '**Early.** Held by `app/a.test.ts`. And more.\n']);
  });

  test('a test that is gone, also where it is named second', () => {
    expect(missingHolders('Held by `app/decisions.test.ts` and `app/gone.test.ts`.')).toEqual(['app/gone.test.ts']);
  });
});

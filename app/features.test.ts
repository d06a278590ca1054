import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { AUDIT_WORDS, FEATURES } from './features.server.ts';
import { PAGES } from './features.ts';

/** Of what the history of an order shows. */
const VISIBLE_ACTION = /action: '((?:order|ticket|payment|refund|buyer)\.[a-z_]+|till\.invited)'/g;

function sourcesOf(folder: URL): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.server\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'));
}

test('each action that the history of an order may show has words of a feature', () => {
  const actions = new Set(sourcesOf(new URL('./features/', import.meta.url)).flatMap((text) => [...text.matchAll(VISIBLE_ACTION)].map(([, action]) => action!)));
  expect(actions).toContain('ticket.note_changed');
  expect([...actions].filter((action) => AUDIT_WORDS.actions[action] === undefined)).toEqual([]);
});

test('no two features have words for the same code', () => {
  for (const part of ['actions', 'actors'] as const) {
    const codes = FEATURES.flatMap((feature) => Object.keys(feature.auditWords?.[part] ?? {}));
    expect(codes.length).toBe(new Set(codes).size);
  }
});

test("README's map of the features names each folder, and no other", () => {
  const named = [...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(([, feature]) => feature!);
  expect(named.toSorted()).toEqual(readdirSync(new URL('./features/', import.meta.url)).toSorted());
});

test('scripts are fetched ahead for screens that are there', () => {
  const screens = new Set(PAGES.map(({ screen }) => screen.replace(/\.tsx$/, '')));
  const named = readdirSync(new URL('./features/', import.meta.url), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .flatMap((entry) => [...readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8').matchAll(/NEXT_SCREENS = \[(.+)\]/g)])
    .flatMap(([, list]) => [...list!.matchAll(/'([^']+)'/g)].map(([, screen]) => screen!));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((screen) => !screens.has(screen))).toEqual([]);
});

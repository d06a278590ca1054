import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { NOTHING_TYPED, pressKey, type PressedKey } from './keyboard-scanner.ts';

const ID = 'ABCDEFGHIJKLMNOPQRSTUVWX27';

/** What is read of these keys. */
function read(keys: readonly PressedKey[]): string[] {
  let typed = NOTHING_TYPED;
  return keys.flatMap((key) => {
    const pressed = pressKey(typed, key);
    typed = pressed.typed;
    return pressed.code ?? [];
  });
}

/** `gaps[n]`: milliseconds before the nth key; the others come 4 ms apart. */
function keysOf(text: string, { from = 0, gaps = {} }: { from?: number; gaps?: Record<number, number> } = {}): PressedKey[] {
  let at = from;
  return [...text, 'Enter'].map((key, place) => ({ key, at: (at += gaps[place] ?? 4) }));
}

describe('a scanner that is a keyboard', () => {
  test.each<[string, PressedKey[], string[]]>([
    ['a code', keysOf(ID), [ID]],
    ['JSON', keysOf(`{"ticketId":"${ID}"}`), [`{"ticketId":"${ID}"}`]],
    ['a number', keysOf('ORD-1794700000-0042-T1'), ['ORD-1794700000-0042-T1']],
    ['codes one after another', [...keysOf(ID), ...keysOf('B'.repeat(26), { from: 500 })], [ID, 'B'.repeat(26)]],
    ['a code after a key that somebody pressed', [{ key: 'x', at: 0 }, ...keysOf(ID, { from: 300 })], [ID]],
    ['a code after half a word that somebody typed', [...[...'hola'].map((key, place) => ({ key, at: place * 200 })), ...keysOf(ID, { from: 900 })], [ID]],
    ['a code whose keys are stamped late twice', keysOf(ID, { gaps: { 7: 300, 20: 300 } }), [ID]],
    ['a code with Shift between its letters', keysOf(ID).flatMap((key) => [{ key: 'Shift', at: key.at - 1 }, key]), [ID]],
    ['a code without its first letters, as what it is', keysOf(ID.slice(9)), [ID.slice(9)]],
    ['nothing of what a person types', [...ID].map((key, place) => ({ key, at: place * 150 })).concat({ key: 'Enter', at: 26 * 150 }), []],
    ['nothing of a lone Enter', [{ key: 'Enter', at: 0 }], []],
    ['nothing of a few keys', keysOf('hola'), []],
    ['no old keys before a new code', [...keysOf(ID).slice(0, 10), ...keysOf(ID, { from: 5_000 })], [ID]],
  ])('reads %s', (_what, keys, codes) => {
    expect(read(keys)).toEqual(codes);
  });

  test('reads every code, however fast, wherever one key is stamped late and whatever was typed long before', () => {
    const id = fc.array(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'), { minLength: 26, maxLength: 26 }).map((letters) => letters.join(''));
    const scan = fc.record({ code: id, speed: fc.integer({ min: 1, max: 70 }), lateAt: fc.integer({ min: 0, max: 26 }), late: fc.integer({ min: 0, max: 700 }) });
    const inAnyOrder = fc.array(scan, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(inAnyOrder, fc.string({ maxLength: 12 }), (scans, before) => {
        let at = 10_000;
        const keys: PressedKey[] = [...before].map((key, place) => ({ key, at: place * 50 }));
        for (const { code, speed, lateAt, late } of scans) {
          for (const [place, key] of [...code, 'Enter'].entries()) keys.push({ key, at: (at += speed + (place === lateAt ? late : 0)) });
        }
        expect(read(keys)).toEqual(scans.map(({ code }) => code));
      }),
      { numRuns: 300 },
    );
  });
});

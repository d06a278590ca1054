import { describe, expect, test } from 'vitest';

import { bookletAddress, readBookletPosition } from './booklet-address.ts';
import { bookletProblems } from './booklet-fields.ts';
import { chosenFileProblem, countedPages, savingPercent } from './booklet.ts';

const MB = 1024 * 1024;

describe('a booklet', () => {
  test.each([
    [1900, 1, []],
    [2100, null, []],
    [1899, null, ['year']],
    [2101, null, ['year']],
    [2027.5, null, ['year']],
    [2027, 0, ['pageCount']],
    [Number.NaN, -1, ['year', 'pageCount']],
  ])('of %d with %s pages: wrong is %j', (year, pageCount, wrong) => {
    expect(Object.keys(bookletProblems({ year, pageCount }))).toEqual(wrong);
  });

  test.each([
    [{ name: 'Llibret.PDF', type: '', size: 1 }, null],
    [{ name: 'llibret', type: 'application/pdf', size: 50 * MB }, null],
    [{ name: 'foto.jpg', type: 'image/jpeg', size: 1 }, 'Si us plau, selecciona un fitxer PDF'],
    [{ name: 'llibret.pdf', type: 'application/pdf', size: 0 }, "L'arxiu està buit"],
    [{ name: 'llibret.pdf', type: 'application/pdf', size: 50 * MB + 1 }, "L'arxiu és massa gran (50,1MB). El màxim permés és 50MB. Comprimix el PDF i torna-ho a provar."],
  ])('made of %j', (file, problem) => {
    expect(chosenFileProblem(file)).toBe(problem);
  });

  test('is at 30 % when its PDF begins to go up, at 70 % when it has, at 100 % when all is saved', () => {
    expect([{ uploaded: 0 }, { uploaded: 0.5 }, { uploaded: 1 }, 'saved' as const].map(savingPercent)).toEqual([30, 50, 70, 100]);
  });

  test('is not believed to have millions of pages, or less than one', () => {
    expect([24, 5_000, 5_001, 0, -3, 1e9, Number.NaN].map(countedPages)).toEqual([24, 5_000, null, null, null, null, null]);
  });
});

describe('the address of a page', () => {
  test('says what is open and looked for, and is read back', () => {
    const place = { year: 2025, page: 12, query: 'cançó & flama' };
    const address = bookletAddress(place);
    expect(address).toBe('/llibrets?q=can%C3%A7%C3%B3+%26+flama&llibret=2025&pagina=12');
    expect(readBookletPosition(new URL(address, 'http://127.0.0.1').searchParams)).toEqual(place);
    expect(bookletAddress({})).toBe('/llibrets');
    expect(bookletAddress({ year: null, page: 9 })).toBe('/llibrets');
  });

  test.each(['llibret=1e3&pagina=-1', 'llibret=20255&pagina=0', 'llibret=%00&pagina=999999', 'llibret=<script>&pagina=x'])('%s says nothing', (search) => {
    expect(readBookletPosition(new URLSearchParams(search))).toEqual({ year: null, page: 1, query: '' });
  });
});

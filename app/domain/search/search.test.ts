import { describe, expect, test } from 'vitest';

import { foldText, searchWords } from './fold-text.ts';
import { isSought, snippetOf } from './snippet.ts';

const sought = (...words: string[]) => ({ words, stems: words });

describe('a text as it is searched', () => {
  test.each([
    ['La Cançó de la Plantà', 'la canco de la planta'],
    ["l'Exposició d'Art", 'l exposicio d art'],
    ['Col·lado, col.legi, coŀlecció i COL·LEGI', 'collado collegi colleccio i collegi'],
    ['Vila-real', 'vila real'],
    ['  Ninot   INDULTAT\n2027 ', 'ninot indultat 2027'],
    ['Col·lecció d’ofrenes', 'colleccio d ofrenes'],
    ['oﬁcina ﬂama', 'oficina flama'],
    ['😀 — «»', ''],
  ])('%s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('is looked for by its words: each once, none of one letter, a handful at most', () => {
    expect(searchWords('  La FALLA i la falla ')).toEqual(['la', 'falla']);
    expect(searchWords('a & | ! : * () " \' \\ %')).toEqual([]);
    expect(searchWords(Array.from({ length: 50 }, (_, index) => `paraula${index}`).join(' '))).toHaveLength(8);
    expect(searchWords('x'.repeat(5_000))[0]).toHaveLength(40);
  });
});

describe('a snippet', () => {
  const PAGE = `Pròleg. ${'Text que no fa al cas. '.repeat(20)}La cançó de Benicarló es canta\na la plantà. ${'I més text encara. '.repeat(20)}`;

  test('stands around the words, which are marked as they are written', () => {
    const { text, highlights } = snippetOf(PAGE, sought('canco', 'planta'));
    expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual(['cançó', 'plantà']);
    expect(text).toMatch(/^… .* …$/);
    expect(text.length).toBeLessThan(190);
  });

  test('shows as many of the words as it can', () => {
    const page = `falla ${'x '.repeat(300)} la falla de la plaça`;
    const { text, highlights } = snippetOf(page, sought('falla', 'placa'));
    expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual(['falla', 'plaça']);
  });

  test('of a page where the stem alone was found marks what has it', () => {
    const { text, highlights } = snippetOf('Les falleres majors', { words: ['fallera'], stems: ['faller'] });
    expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual(['falleres']);
    expect(isSought('falles', { words: ['fallera'], stems: ['faller'] })).toBe(false);
  });

  test('is the beginning where nothing is found, and nothing of nothing', () => {
    expect(snippetOf('Hola a tots', sought('adeu'))).toEqual({ text: 'Hola a tots', highlights: [] });
    expect(snippetOf('', sought('adeu'))).toEqual({ text: '', highlights: [] });
  });

  test('of one word as long as a page is cut', () => {
    expect(snippetOf('x'.repeat(50_000), sought('xx')).text.length).toBeLessThan(200);
  });
});

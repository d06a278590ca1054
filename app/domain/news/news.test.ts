import { describe, expect, test } from 'vitest';

import { isVisible, newsProblems, publicationOf, tooManyImagesText } from './news-draft.ts';
import { type NewsDraft, parseTags } from './news-fields.ts';
import { linkedText } from './linked-text.ts';
import { isFiltering, newsQuery, readNewsFilter } from './news-filter.ts';
import { newsSearchText } from './search-text.ts';
import { hasMore, paragraphsOf, summaryOf, teaserOf } from './teaser.ts';

const DRAFT: NewsDraft = { title: 'Plantà', content: 'Hui plantem.', excerpt: null, status: 'draft', category: 'general', tags: [], featured: false, publishedAt: null, images: [] };
const filterOf = (query: string) => readNewsFilter(new URLSearchParams(query));

describe('what is looked for', () => {
  test('is found in title, excerpt and content, and never across two of them', () => {
    const text = newsSearchText({ title: 'La Plantà', excerpt: null, content: 'Comença\nla nit' });
    expect(text).toContain('comenca la nit');
    expect(text).not.toContain('planta comenca');
  });
});

describe('the beginning of a news item', () => {
  test('is all of it up to two hundred characters, each as people count them', () => {
    const flags = '🏳️‍🌈'.repeat(200);
    expect([teaserOf({ excerpt: null, content: flags }), hasMore({ excerpt: null, content: flags })]).toEqual([flags, false]);
    expect(teaserOf({ excerpt: null, content: `${flags}🏳️‍🌈` })).toBe(`${flags}…`);
    expect(hasMore({ excerpt: null, content: `${flags}x` })).toBe(true);
  });

  test('is the excerpt where there is one', () => {
    expect([teaserOf({ excerpt: 'Ja hi som', content: 'Hui plantem.' }), hasMore({ excerpt: 'Ja hi som', content: 'Hui plantem.' })]).toEqual(['Ja hi som', true]);
  });

  test('stands on one line in previews', () => {
    expect(summaryOf({ excerpt: null, content: 'Hui\n\nplantem' })).toBe('Hui plantem');
    expect(paragraphsOf('Un.\nDos.\n \n\nTres.\n')).toEqual(['Un.\nDos.', 'Tres.']);
  });
});

describe('the filter in an address', () => {
  test('is written as it is read, and the first page is not named', () => {
    const query = '?q=planta&from=2027-03-01&to=2027-03-19&category=actes&tag=nit&status=draft';
    expect(newsQuery(filterOf(query))).toBe(query);
    expect(newsQuery(filterOf(query), { page: 3, status: 'all' })).toBe('?q=planta&from=2027-03-01&to=2027-03-19&category=actes&tag=nit&page=3');
    expect(newsQuery(filterOf(''))).toBe('');
    expect([isFiltering(filterOf(query)), isFiltering(filterOf('page=2'))]).toEqual([true, false]);
  });

  test.each(['from=x', 'from=2027-02-30', 'to=9999-12-31', 'status=deleted', 'q=%00', 'category=%20', `tag=${'%20'.repeat(500)}`])('%s is no filter', (query) => {
    expect(isFiltering(filterOf(query))).toBe(false);
  });

  test('knows days as they are written here', () => {
    expect(filterOf("from=1 d'abril, 2027").from).toBe('2027-04-01');
  });
});

describe('a draft', () => {
  test('needs a title and contents', () => {
    expect(newsProblems({ ...DRAFT, title: ' ', content: '' })).toEqual({ title: 'El camp títol és obligatori', content: 'El camp contingut és obligatori' });
    expect(newsProblems(DRAFT)).toEqual({});
  });

  test('has five pictures at most, each once', () => {
    const images = ['a', 'b', 'c', 'd', 'e'].map((fileId) => ({ fileId, alt: '' }));
    expect(newsProblems({ ...DRAFT, images })).toEqual({});
    expect(newsProblems({ ...DRAFT, images: [...images, { fileId: 'f', alt: '' }] })).toEqual({ images: 'Máximo 5 imágenes permitidas. Puedes subir 0 más.' });
    expect(newsProblems({ ...DRAFT, images: [images[0]!, images[0]!] })).toHaveProperty('images');
    expect(tooManyImagesText(2)).toBe('Máximo 5 imágenes permitidas. Puedes subir 2 más.');
  });

  test('is refused for what is too long or can’t be kept', () => {
    const problems = newsProblems({ ...DRAFT, title: 'x'.repeat(161), excerpt: '\0', category: ' ', tags: ['x'.repeat(31)], images: [{ fileId: 'a', alt: 'x'.repeat(251) }] });
    expect(Object.keys(problems)).toEqual(['title', 'excerpt', 'category', 'tags[0]', 'images[0].alt']);
  });

  test('has its tags parted by commas, without # and each once', () => {
    expect(parseTags(' #Nit, foc ,nit,, la  plantà ')).toEqual(['Nit', 'foc', 'la plantà']);
  });
});

describe('the date of publication', () => {
  const [now, before, chosen] = [new Date('2027-03-10T10:00:00Z'), new Date('2027-03-01T10:00:00Z'), new Date('2027-03-20T10:00:00Z')];

  test.each([
    ['a draft has none', 'draft', null, null, null],
    ['publishing gives it', 'published', null, null, now],
    ['publishing again keeps it', 'published', null, before, before],
    ['making it a draft keeps it', 'draft', null, before, before],
    ['an editor may choose it', 'published', chosen, before, chosen],
  ] as const)('%s', (_what, status, publishedAt, known, expected) => {
    expect(publicationOf({ status, publishedAt }, { publishedAt: known, now })).toEqual(expected);
  });

  test('is the instant from which on everybody reads it', () => {
    expect(isVisible({ status: 'published', publishedAt: now }, now)).toBe(true);
    expect(isVisible({ status: 'published', publishedAt: chosen }, now)).toBe(false);
    expect(isVisible({ status: 'draft', publishedAt: before }, now)).toBe(false);
  });
});

describe('addresses in a text', () => {
  test('become links without the sentence around them', () => {
    expect(linkedText('Mira (https://example.com/a?b=1). Fi')).toEqual([{ text: 'Mira (' }, { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' }, { text: '). Fi' }]);
    expect(linkedText('http://a.cat')).toEqual([{ text: 'http://a.cat', href: 'http://a.cat/' }]);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://', 'vbscript:x', 'JAVASCRIPT://%0aalert(1)', '//evil.example', 'file:///etc/passwd'])('%s stays text', (text) => {
    expect(linkedText(text)).toEqual([{ text }]);
  });
});

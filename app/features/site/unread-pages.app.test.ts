import { afterAll, beforeAll, expect, test } from 'vitest';

import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => app.close());

test.each([
  ['news', '/news', 'Error al cargar las noticias', 'No hi ha notícies'],
  ['news', '/', "S'ha apagat la foguera", 'Vull tiquets'],
  ['booklets', '/llibrets', 'Error al carregar els llibrets', 'Encara no hi ha llibrets'],
  ['awards', '/premis', "S'ha apagat la foguera", 'Secció en Desenvolupament'],
  ['homeBlocks', '/', "S'ha apagat la foguera", 'Vull tiquets'],
  ['events', '/calendar', 'No hem pogut carregar els esdeveniments', 'No hi ha esdeveniments programats'],
] as const)('without its %s the page %s says that it could not be read, offers another try, and pretends nothing', async (table, path, words, pretended) => {
  const { schema } = app.db.query;
  await schema.alterTable(table).renameTo(`${table}Elsewhere`).execute();
  try {
    const response = await app.ask(`${path}?afresh=${table}`);
    const html = (await response.text()).replaceAll('&#x27;', "'");
    expect([response.status, html.includes(words), html.includes('Torna-ho a provar'), html.includes(pretended)]).toEqual([500, true, true, false]);
  } finally {
    await schema.alterTable(`${table}Elsewhere`).renameTo(table).execute();
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { order, signedIn } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { lockActiveAdmins } from '#app/platform/http/guards/staff-store.server.ts';
import { memberPages } from '#tests/support/app/member-pages.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { lockUsersByEmail } from './users-store.server.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

const { submit, aPerson, whoIs, auditOf, idOf } = memberPages(() => ({ app, admin }));

describe('a list of members', () => {
  const preview = (text: string, cookie = admin): Promise<Response> => submit('/admin/users/import', { intent: 'preview', text }, cookie);
  const confirm = (text: string): Promise<Response> => submit('/admin/users/import', { intent: 'import', text });
  const importFile = async (bytes: Buffer<ArrayBuffer>): Promise<Response> => {
    const form = new FormData();
    form.set('intent', 'import');
    form.set('file', new File([bytes], 'socis.csv', { type: 'text/csv' }));
    return app.ask('/admin/users/import', { method: 'POST', headers: { Cookie: admin }, body: form });
  };
  const users = async (): Promise<number> => (await app.db.query.selectFrom('users').select('id').execute()).length;

  test('is shown before anything is written, with what is wrong by line', async () => {
    const before = await users();
    const response = await preview('email,full_name,role\nbo@example.com,Bo Bona,socio\nmal,Nom,socio\n,Nom,socio\nrei@example.com,Rei,king\nbo@example.com,Bo Altra,socio\nsense@example.com,,socio\n');
    expect(response.status).toBe(200);
    const html = (await response.text()).replaceAll('<!-- -->', '');
    for (const text of ['Encara no s&#x27;ha guardat res', 'Altes: 1 · Canvis: 0 · Sense canvis: 0 · Amb errors: 5', 'Línia 3: </strong>«mal» no és un correu vàlid', 'Línia 4: </strong>Falta el correu', 'Línia 5: </strong>«king» no és cap rol', 'Línia 6: </strong>bo@example.com ja és a la línia 2', 'Línia 7: </strong>Escriu el nom']) {
      expect(html).toContain(text);
    }
    expect(await users()).toBe(before);
  });

  test.each([
    ['commas', 'email,full_name,role\nNAME,"Pla, Neus ""la Roja""",socio\n'],
    ['semicolons, a mark and CRLF', '\uFEFFemail;full_name;role\r\nNAME;"Pla, Neus ""la Roja""";socio\r\n'],
    ['no heading', 'NAME;"Pla, Neus ""la Roja""";Soci'],
    ['more commas in a name than semicolons', '"bo@example.com";"Pla, Bo, Bona i Bonica, de Benicarló";socio\nNAME;"Pla, Neus ""la Roja""";socio'],
    ['another order and empty lines', '\n\nrole,email,full_name\n\nsocio,NAME,"Pla, Neus ""la Roja"""\n,,\n'],
  ])('is read with %s', async (how, text) => {
    const email = `${how.replace(/\W/g, '').toLowerCase()}@example.com`;
    await confirm(text.replace('NAME', email.toUpperCase()));
    const user = await app.db.query.selectFrom('users').select(['name', 'role']).where('email', '=', email).executeTakeFirst();
    expect(user).toEqual({ name: 'Pla, Neus "la Roja"', role: 'socio' });
  });

  test.each<[string, string, BufferEncoding]>([
    ['an old', 'email;full_name;role\r\nvell@example.com;María Peñarroja;socio\r\n', 'latin1'],
    ['a Unicode', '\uFEFFemail\tfull_name\trole\r\nunicode@example.com\tMaría Peñarroja\tsocio\r\n', 'utf16le'],
  ])('as %s spreadsheet’s file keeps its accents', async (_which, text, encoding) => {
    expect((await importFile(Buffer.from(text, encoding))).status).toBe(200);
    expect((await app.db.query.selectFrom('users').select('name').where('email', '=', /\w+@example.com/.exec(text)![0]).executeTakeFirst())?.name).toBe('María Peñarroja');
  });

  test('begins with the template, and reads headers in Catalan and in any order', async () => {
    const template = await app.ask('/api/admin/members/template.csv', { headers: { Cookie: admin } });
    expect([template.status, template.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const read = async (text: string): Promise<string> => (await (await preview(text)).text()).replaceAll('<!-- -->', '');
    expect(await read((await template.text()).replaceAll('example.com', 'plantilla.example'))).toContain('Altes: 2 · Canvis: 0 · Sense canvis: 0 · Amb errors: 0');
    expect(await read('Rol;Nom i cognoms;Correu electrònic\nSòcia;Anna Vives;anna.vives@example.com\n')).toContain('Altes: 1 · Canvis: 0 · Sense canvis: 0 · Amb errors: 0');
    expect(await read('Nom;Rol\nAnna Vives;soci\n')).toContain('A la capçalera li falta: correu.');
    expect(await read('correu;nom;rol\nanna.vives@example.com;Anna Vives;rei\n')).toContain('ha de ser públic, soci, comissió o admin');
  });

  test('says afterwards whether anybody was written to', async () => {
    const imported = async (text: string, more: Record<string, string>): Promise<string> => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ intent: 'import', text, ...more })) form.set(name, value);
      return (await (await app.ask('/admin/users/import', { method: 'POST', body: form, headers: { Cookie: admin } })).text()).replaceAll('&#x27;', "'");
    };
    expect(await imported('callat@example.com,Pere Callat,soci\n', {})).toContain("No s'ha enviat cap invitació");
    expect(await imported('convidat@example.com,Pere Convidat,soci\n', { invite: 'on' })).toContain("S'ha enviat 1 invitació");
  });

  test('gives and takes the rights of its column, and leaves them alone without it', async () => {
    const rightsOf = async (email: string): Promise<string[]> => {
      const rows = await app.db.query.selectFrom('userRights').innerJoin('users', 'users.id', 'userRights.userId').select('staffRight').where('users.email', '=', email).orderBy('staffRight').execute();
      return rows.map(({ staffRight }) => staffRight);
    };
    const firstPreview = await (await preview('email,full_name,role,rights\nporter@example.com,Pere Porter,comision,"porta, till"\nmal@example.com,Mal,socio,rei\ncap@example.com,Cap,admin,door\n')).text();
    expect(firstPreview.replaceAll('<!-- -->', '')).toContain('Altes: 1 · Canvis: 0 · Sense canvis: 0 · Amb errors: 2');
    expect(firstPreview).toContain('«rei» no és cap permís');
    await confirm('email,full_name,role,rights\nporter@example.com,Pere Porter,comision,"porta, till"\n');
    expect(await rightsOf('porter@example.com')).toEqual(['door', 'till']);
    await confirm('email,full_name,role\nporter@example.com,Pere Porter,socio\n');
    expect(await rightsOf('porter@example.com')).toEqual(['door', 'till']);
    await confirm('email;full_name;role;rights\nporter@example.com;Pere Porter;socio;editor\n');
    expect(await rightsOf('porter@example.com')).toEqual(['editor']);
    await confirm('email;full_name;role;rights\nporter@example.com;Pere Porter;socio;\n');
    expect(await rightsOf('porter@example.com')).toEqual([]);
    const changes = await app.db.query
      .selectFrom('audit')
      .innerJoin('users', (join) => join.onRef('audit.subjectId', '=', ({ cast }) => cast('users.id', 'text')))
      .select('audit.detail')
      .where('users.email', '=', 'porter@example.com')
      .where('audit.action', '=', 'user.rights_changed')
      .orderBy('audit.id')
      .execute();
    expect(changes.map(({ detail }) => detail)).toMatchObject([{ before: '', after: 'door till' }, { before: 'door till', after: 'editor' }, { before: 'editor', after: '' }]);
  });

  test('with a name of half a million marks is refused in words', async () => {
    const response = await importFile(Buffer.from(`marques@example.com,a${'\u0301\u0327'.repeat(250_000)},socio`));
    expect(await response.text()).toContain('El nom pot tindre fins a 100 caràcters.');
  });

  test('of thousands is taken at once; repeated it changes nothing', async () => {
    const line = (index: number): string => `soci${index}@example.org,Soci Número ${index},${index % 7 === 0 ? 'comision' : 'socio'}`;
    const text = ['email,full_name,role', ...Array.from({ length: 5_000 }, (_, index) => line(index))].join('\n');
    const first = (await (await confirm(text)).text()).replaceAll('<!-- -->', '');
    expect(first).toContain('Altes: 5000 · Canvis: 0 · Sense canvis: 0 ·');
    const rows = (await app.db.query.selectFrom('audit').select('id').where('action', '=', 'user.created').execute()).length;
    const again = (await (await confirm(text)).text()).replaceAll('<!-- -->', '');
    expect(again).toContain('Altes: 0 · Canvis: 0 · Sense canvis: 5000 ·');
    expect((await app.db.query.selectFrom('audit').select('id').where('action', '=', 'user.created').execute()).length).toBe(rows);
    const changed = (await (await confirm(text.replace('Soci Número 1,socio', 'Soci Número 1,comision'))).text()).replaceAll('<!-- -->', '');
    expect(changed).toContain('Altes: 0 · Canvis: 1 · Sense canvis: 4999 ·');
    expect((await auditOf(await idOf('soci1@example.org'))).at(-1)).toMatchObject({ action: 'user.role_changed', detail: { before: 'socio', after: 'comision' } });
  });

  test('invites those whom it makes, where that is asked for, and nobody else', async () => {
    const old = await aPerson();
    const text = ['invitada1@example.org,Una,socio', 'invitada2@example.org,Dues,socio', `${old.email},Altra,comision`].join('\n');
    await submit('/admin/users/import', { intent: 'import', text, invite: 'on' });
    await app.round('outbox');
    const mails = await app.db.query.selectFrom('mails').select(['recipient', 'kind', 'status']).where('recipient', 'in', ['invitada1@example.org', 'invitada2@example.org', old.email]).orderBy('recipient').execute();
    expect(mails).toEqual(['invitada1@example.org', 'invitada2@example.org'].map((recipient) => ({ recipient, kind: 'invitation', status: 'sent' })));
    expect((await auditOf(await idOf('invitada1@example.org'))).map(({ action }) => action)).toEqual(['user.created', 'user.invited']);
  });

  test('lets those who stand in it, and admins, buy and sign in while it is taken', async () => {
    const event = await anEvent(app);
    const member = await signedIn(app, 'soci@comboi.test');
    await app.db.inTransaction(async (tx) => {
      await lockActiveAdmins(tx);
      expect(await lockUsersByEmail(tx, ['soci@comboi.test'])).toHaveLength(1);
      for (const cookie of [member, admin]) expect((await order(app, { event, cookie })).status).toBe(201);
      for (const email of ['soci@comboi.test', 'admin@comboi.test'] as const) expect(await signedIn(app, email)).toContain('session');
    });
  });

  test('taken twice at once makes each account once', async () => {
    const text = Array.from({ length: 200 }, (_, index) => `alhora${index}@example.org,Alhora ${index},socio`).join('\n');
    const answers = await Promise.all([confirm(text), confirm(text), confirm(text)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await app.db.query.selectFrom('users').select('id').where('email', 'like', 'alhora%').execute()).length).toBe(200);
  });

  test('takes nobody’s administration away', async () => {
    const html = (await (await confirm('admin@comboi.test,Empar Ferreres,socio')).text()).replaceAll('<!-- -->', '');
    expect(html).toContain('és administrador');
    expect((await whoIs(await idOf('admin@comboi.test')))?.role).toBe('admin');
  });

  test.each([['nothing', ''], ['an open quote', 'email,full_name,role\n"a@example.com,Nom,socio'], ['a heading alone', 'email,full_name,role'], ['a heading without roles', 'email,nom\na@example.com,A'], ['NUL', 'a\0@example.com,A\0,socio']])('of %s writes nothing and fails in words', async (_what, text) => {
    const before = await users();
    for (const response of [await preview(text), await confirm(text)]) expect(response.status).toBeLessThan(500);
    expect(await users()).toBe(before);
  });

  test('too long to come at once is refused on its own page, in words that help', async () => {
    const before = await users();
    const text = 'x'.repeat(1_100_000);
    for (const answer of [await confirm(text), await preview(text)]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
      const html = await answer.text();
      for (const words of ['La llista passa d&#x27;1 MB', 'Partix-la en dues', 'Revisar la llista']) expect(html).toContain(words);
    }
    expect(await users()).toBe(before);
    // Nobody else learns that there is such a page.
    expect((await preview(text, '')).status).toBe(401);
  });
});

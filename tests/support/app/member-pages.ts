import type { Role } from '#app/domain/people/roles.ts';

import type { TestApp } from './test-app.ts';

export interface Person {
  id: string;
  email: string;
  path: string;
}

/** What tests of the admin pages of accounts do and look up; `site` is asked when they do. */
export function memberPages(site: () => { app: TestApp; admin: string }) {
  let made = 0;
  return {
    /** Posts a form as a browser without scripts does. */
    async submit(path: string, fields: Record<string, string>, cookie = site().admin): Promise<Response> {
      return site().app.ask(path, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie }, body: new URLSearchParams(fields) });
    },

    async aPerson(input: { role?: Role; name?: string } = {}): Promise<Person> {
      const { app } = site();
      made += 1;
      const email = `persona${made}@example.com`;
      const id = app.deps.ids.uuid();
      const now = app.clock.now();
      await app.db.query.insertInto('users').values({ id, email, name: input.name ?? `Persona ${made}`, role: input.role ?? 'socio', emailVerified: true, banned: false, createdAt: now, updatedAt: now }).execute();
      return { id, email, path: `/admin/users/${id}` };
    },

    async whoIs(id: string): Promise<{ role: Role; banned: boolean } | null> {
      return (await site().app.db.query.selectFrom('users').select(['role', 'banned']).where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async auditOf(id: string): Promise<{ actor: string; action: string; detail: unknown }[]> {
      return site().app.db.query.selectFrom('audit').select(['actor', 'action', 'detail']).where('subjectId', '=', id).orderBy('id').execute();
    },

    async idOf(email: string): Promise<string> {
      return (await site().app.db.query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
    },
  };
}

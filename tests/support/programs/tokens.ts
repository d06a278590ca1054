import type { Scope } from '#app/domain/programs/scopes.ts';

import type { TestApp } from '../app/test-app.ts';
import { aMember, login, type Member } from '../people/accounts.ts';
import { ask } from '../people/scanners.ts';

export interface AProgram {
  id: string;
  token: string;
  headers: { Authorization: string };
}

export interface ATokenMaker extends Member {
  cookie: string;
}

export async function aTokenMaker(app: TestApp): Promise<ATokenMaker> {
  const maker = await aMember(app, { role: 'admin' });
  return { ...maker, cookie: await login(app, maker) };
}

/** A program with a token that an admin made for it by the call. */
export async function aProgram(app: TestApp, maker: Pick<ATokenMaker, 'cookie'>, input: { scopes: readonly Scope[]; eventIds?: readonly number[]; expiresAt?: Date }): Promise<AProgram> {
  const body = { name: 'Web', ...input, ...(input.expiresAt && { expiresAt: input.expiresAt.toISOString() }) };
  const made = await ask<{ id: string; token: string }>(app, { headers: { Cookie: maker.cookie } }, { path: '/api/admin/tokens', body });
  if (made.status !== 201) throw new Error(`no token: ${made.status} ${JSON.stringify(made.body)}`);
  return { ...made.body, headers: { Authorization: `Bearer ${made.body.token}` } };
}

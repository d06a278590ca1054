import { type ClientActionFunctionArgs, UNSAFE_ErrorResponseImpl as Answer } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { hasDraft, takeDraft, takesDrafts } from './draft-storage.ts';
import { sendForm } from './send-form.ts';

const PATH = '/admin/users/7';

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  const sessionStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function refusedWith(status: number, fields: Record<string, string>): Promise<void> {
  const refusal = new Answer(status, '', null);
  const request = new Request(`https://entrades.example${PATH}`, { method: 'POST', body: new URLSearchParams(fields) });
  const args: Pick<ClientActionFunctionArgs, 'request' | 'url' | 'serverAction'> = { request, url: new URL(request.url), serverAction: () => Promise.reject(refusal) };
  await expect(sendForm(args as ClientActionFunctionArgs)).rejects.toBe(refusal);
}

test.each([401, 403])('a form that %i refused waits in its tab, without the password that was typed again', async (status) => {
  onTestFinished(takesDrafts({ intent: 'role', row: null }));
  await refusedWith(status, { intent: 'role', role: 'admin', passwordAgain: 'Tres3Tigres' });
  expect([...storage.values()].join()).not.toContain('Tres3Tigres');
  expect([...takeDraft(PATH, { intent: 'role', row: null })!]).toEqual([['intent', 'role'], ['role', 'admin']]);
});

test('nothing waits of what no form on the page would take back', async () => {
  takesDrafts({ intent: 'role', row: null })();
  onTestFinished(takesDrafts({ intent: 'address', row: '3' }));
  await refusedWith(403, { intent: 'role', role: 'admin' });
  await refusedWith(403, { intent: 'address', row: '4' });
  expect(hasDraft(PATH)).toBe(false);
  await refusedWith(403, { intent: 'address', row: '3' });
  expect(hasDraft(PATH)).toBe(true);
});

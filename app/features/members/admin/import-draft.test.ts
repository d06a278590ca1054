import { UNSAFE_ErrorResponseImpl as Answer } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import { sendOrKeepList } from './import-draft.ts';

const LIST = 'email,full_name,role\nlluna@example.org,Lluna,socio';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function storedAfter(status: number, fields: Record<string, string>): Promise<string> {
  const setItem = vi.fn<(key: string, value: string) => void>();
  vi.stubGlobal('window', { sessionStorage: { setItem } });
  const request = new Request('https://entrades.example/admin/users/import', { method: 'POST', body: new URLSearchParams(fields) });
  await expect(sendOrKeepList({ request, url: new URL(request.url) }, () => Promise.reject(new Answer(status, '', null)))).rejects.toMatchObject({ status });
  return setItem.mock.calls.join();
}

test.each([401, 403])('a list that %i refused stays in its tab', async (status) => {
  expect(await storedAfter(status, { intent: 'import', text: LIST })).toContain('lluna@example.org');
});

test('no list leaves nothing that would wait', async () => {
  expect(await storedAfter(403, { intent: 'preview', text: '' })).toBe('');
});

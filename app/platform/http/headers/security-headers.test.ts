import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { sealPage } from './security-headers.server.ts';

const NONCE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

test('only scripts of our own rendering run, and the mark that tells them is gone', () => {
  const injected = ['alert(1)', 'alert(2)', 'alert(3)'];
  const rendered = [
    `<link rel="modulepreload" nonce="${NONCE}" href="/assets/a.js"/>`,
    `<script nonce="${NONCE}">ours()</script>`,
    `<script type="module" nonce="${NONCE}" async="">ours(2)</script>`,
    `<script nonce="${NONCE}" src="/assets/entry.js"></script>`,
    `<script>${injected[0]}</script>`,
    `<script nonce="guessed">${injected[1]}</script>`,
    `<p title="nonce=&quot;${NONCE}&quot;"><script nonce='${NONCE}'>${injected[2]}</script></p>`,
  ].join('');
  const { html, policy } = sealPage(rendered, { scriptNonce: NONCE, runWasm: false });
  const scripts = /script-src ([^;]*)/.exec(policy)![1];
  expect(scripts).toBe(`'self' ${hashOf('ours()')} ${hashOf('ours(2)')}`);
  for (const script of injected) expect(policy).not.toContain(hashOf(script));
  expect(html).toContain('<script>ours()</script>');
  expect(html).not.toContain(`nonce="${NONCE}"`);
});

test('a page without scripts has a policy as well', () => {
  expect(sealPage('<p>Hola</p>', { scriptNonce: NONCE, runWasm: false }).policy).toContain("script-src 'self';");
});

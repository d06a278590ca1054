import { networkInterfaces } from 'node:os';

import type { Env } from '#app/platform/env.server.ts';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Against DNS rebinding: a page under a name pointed at us would read our answers as its own. */
export function isOurHost(hostname: string, env: Pick<Env, 'publicUrl' | 'demo' | 'host'>): boolean {
  if (hostname === env.publicUrl.hostname || isLoopbackName(hostname)) return true;
  return env.demo && EVERY_ADDRESS.has(env.host) && addressesOfThisMachine().includes(hostname);
}

function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)));
}

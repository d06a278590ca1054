import { expect, test } from 'vitest';

import { clientAddress } from './client-address.server.ts';

function addressOf(forwarded: string | null, hops: number): string {
  const headers = new Headers(forwarded === null ? {} : { 'X-Forwarded-For': forwarded });
  return clientAddress(new Request('http://127.0.0.1:3000/', { headers }), { peer: '10.0.0.1', hops });
}

test.each<[string, string | null, number, string]>([
  ['without proxies the peer is the caller', null, 0, '10.0.0.1'],
  ['without proxies the header is a tale', '1.2.3.4', 0, '10.0.0.1'],
  ['behind one proxy its entry counts', '1.2.3.4', 1, '1.2.3.4'],
  ['behind one proxy only its entry counts, the last one', '6.6.6.6, 1.2.3.4', 1, '1.2.3.4'],
  ['behind two proxies the entry of the outer one counts', '6.6.6.6, 1.2.3.4, 10.0.0.2', 2, '1.2.3.4'],
  ['a proxy that says nothing leaves the peer', null, 1, '10.0.0.1'],
  ['fewer entries than proxies leave the peer', '1.2.3.4', 2, '10.0.0.1'],
  ['empty entries are none', ' , ,1.2.3.4', 1, '1.2.3.4'],
])('%s', (_what, forwarded, hops, expected) => {
  expect(addressOf(forwarded, hops)).toBe(expected);
});

import { expect, test } from 'vitest';

import { clientNetwork, enclosingNetwork } from './client-address.server.ts';

function networkOf(forwarded: string | null, hops: number): string {
  return clientNetwork({ forwardedFor: forwarded, peer: '10.0.0.1', hops });
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
  expect(networkOf(forwarded, hops)).toBe(expected);
});

function networkOfPeer(peer: string): string {
  return clientNetwork({ forwardedFor: null, peer, hops: 0 });
}

test.each([
  ['a port is no part of it', '198.51.100.7:49152', '198.51.100.7'],
  ['nor with IPv6', '[2001:db8:1:2::5]:49152', '2001:db8:1:2::/64'],
  ['IPv4 written as IPv6 is IPv4', '::ffff:198.51.100.7', '198.51.100.7'],
  ['in hexadecimal too', '::ffff:c633:6407', '198.51.100.7'],
  ['a whole /64 is one', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['however it is written', '2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['with groups left out', '2001:db8::1', '2001:db8:0:0::/64'],
  ['loopback', '::1', '0:0:0:0::/64'],
  ['a zone is no part of it', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['what is no address stays what it is', 'unix:', 'unix:'],
  ['an IPv4 address without a port', '203.0.113.9', '203.0.113.9'],
])('%s', (_what, peer, expected) => {
  expect(networkOfPeer(peer)).toBe(expected);
});

test('around a /64 lies a /48; around an IPv4 address nothing', () => {
  expect(['2001:db8:1:2::/64', '2001:db8:0:0::/64', '203.0.113.9', ''].map(enclosingNetwork)).toEqual(['2001:db8:1::/48', '2001:db8:0::/48', null, null]);
});

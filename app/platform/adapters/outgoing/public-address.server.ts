import { BlockList, isIP } from 'node:net';

const LOOPBACK = listOf(['127.0.0.0/8', '::1/128']);

/** IANA's special-purpose registry: what is no host of the public internet. */
const SPECIAL_V4 = listOf([
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24',
  '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4',
]);

/** Only this is given out; what leads back into IPv4 within it (6to4, Teredo) is not public by itself. */
const GLOBAL_V6 = listOf(['2000::/3']);
const SPECIAL_V6 = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

export function isLoopbackAddress(address: string): boolean {
  return contains(LOOPBACK, unmapped(address));
}

export function isPublicAddress(address: string): boolean {
  const plain = unmapped(address);
  if (isIP(plain) === 4) return !contains(SPECIAL_V4, plain);
  return isIP(plain) === 6 && contains(GLOBAL_V6, plain) && !contains(SPECIAL_V6, plain);
}

/** `::ffff:10.0.0.1` reaches 10.0.0.1. */
function unmapped(address: string): string {
  const [, dotted] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

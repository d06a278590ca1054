import { isIPv4, isIPv6 } from 'node:net';

/** The peer's network, or with believed proxies the entry that the outermost of them wrote; anything further left is the caller's invention. */
export function clientNetwork(facts: { forwardedFor: string | null; peer: string; hops: number }): string {
  if (facts.hops === 0 || facts.forwardedFor === null) return networkOf(facts.peer);
  const forwarded = facts.forwardedFor.split(',').map((entry) => entry.trim()).filter((entry) => entry !== '');
  return networkOf(forwarded.at(-facts.hops) ?? facts.peer);
}

/** An IPv4 address, or an IPv6 /64, the least that a household has. */
function networkOf(written: string): string {
  if (isIPv4(written)) return written;
  const address = withoutPort(written).replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]).join('.');
  return prefixOf(groups, 64);
}

/** The /48, which many providers give a customer. Null for IPv4. */
export function enclosingNetwork(network: string): string | null {
  const [address = '', length] = network.split('/');
  return length === '64' ? prefixOf(groupsOf(address), 48) : null;
}

function withoutPort(written: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(written)?.[1];
  if (bracketed !== undefined) return bracketed;
  const [host = '', port, ...more] = written.split(':');
  return port !== undefined && more.length === 0 && isIPv4(host) ? host : written;
}

function prefixOf(groups: readonly number[], bits: 48 | 64): string {
  return `${groups.slice(0, bits / 16).map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** The URL parser writes IPv6 without an IPv4 tail. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return read(head);
  const [first, last] = [read(head), read(tail)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

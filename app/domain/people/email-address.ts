/** Spec §5, strict on purpose: no quotes, comments or lists, so that the mail server can only read one mailbox. Linear on any input. */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

export function parseEmailAddress(input: string): string | null {
  if (input.length > MAX_ADDRESS * 2) return null;
  const address = input.trim();
  if (address.length === 0 || address.length > MAX_ADDRESS) return null;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (at < 1 || local.length > MAX_LOCAL || !LOCAL.test(local) || hasBadDots(local)) return null;
  if (domain.length === 0 || domain.length > MAX_DOMAIN || hasBadDots(domain)) return null;
  const labels = domain.split('.');
  if (labels.length < 2 || labels.some((label) => label.length > 63 || !LABEL.test(label))) return null;
  return address.toLowerCase();
}

export function maskEmailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address[0]}***${address.slice(at)}`;
}

function hasBadDots(part: string): boolean {
  return part.startsWith('.') || part.endsWith('.') || part.includes('..');
}

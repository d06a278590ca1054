/**
 * The browser's clock and randomness, read here and nowhere else on this side. The clock decides nothing about a sale: it
 * only tells how old a kept cart is.
 */
export function browserNow(): number {
  return Date.now();
}

/** Milliseconds that only go forward, for waiting: a clock that is set meanwhile changes nothing. */
export function monotonicNow(): number {
  return performance.now();
}

/** 26 characters of base36, about 130 bits. Not `crypto.randomUUID`, which plain-http pages do not have. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

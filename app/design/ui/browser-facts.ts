/** Nothing about a sale may be decided by the browser's clock. */
export function browserNow(): number {
  return Date.now();
}

export function monotonicNow(): number {
  return performance.now();
}

/** 26 characters of base36, about 130 bits. `crypto.randomUUID` is missing on plain-http pages. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

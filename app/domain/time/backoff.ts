export function backoff(failed: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(longest, first * 2 ** Math.max(0, failed));
}

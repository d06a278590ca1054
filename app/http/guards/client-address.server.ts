/**
 * Whose request it is, for rate limits. The peer's address, unless it is one of `hops` proxies that we were told to
 * believe: then the entry that the outermost believed proxy wrote. Anything else in the header is the caller's own tale.
 */
export function clientAddress(request: Request, facts: { peer: string; hops: number }): string {
  if (facts.hops === 0) return facts.peer;
  const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim()).filter((entry) => entry !== '');
  return forwarded.at(-facts.hops) ?? facts.peer;
}

/** Names what is decided, so that whoever decides the same on a restored backup asks with the same key, and whoever decides anything else with another. */
export function refundKey(charge: string, decided: { amount: number; what: string; taken: readonly string[] }): string {
  const name = `refund:${charge}:${decided.amount}:${decided.what}:`;
  const times = decided.taken.filter((key) => key.startsWith(name)).map((key) => Number(key.slice(name.length)));
  return `${name}${Math.max(0, ...times) + 1}`;
}

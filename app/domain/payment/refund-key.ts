/** Names what is decided, so that whoever decides the same on a restored backup asks with the same key, and whoever decides anything else with another. */
export function refundKey(charge: string, decided: { amount: number; what: string; taken: readonly string[] }): string {
  const name = nameOf(charge, decided);
  const times = decided.taken.filter((key) => key.startsWith(name)).map((key) => Number(key.slice(name.length)));
  return `${name}${Math.max(0, ...times) + 1}`;
}

export function refundOfSame<Row extends { idempotencyKey: string; amount: number }>(rows: readonly Row[], { charge, what }: { charge: string; what: string }): Row | undefined {
  return rows.find(({ idempotencyKey, amount }) => idempotencyKey.startsWith(nameOf(charge, { amount, what })));
}

function nameOf(charge: string, { amount, what }: { amount: number; what: string }): string {
  return `refund:${charge}:${amount}:${what}:`;
}

export function tablesInRestoreOrder<Table extends { name: string }>(tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] {
  const ordered: Table[] = [];
  const placed = new Set<string>();
  let left = [...tables];
  while (left.length > 0) {
    const ready = left.filter(({ name }) => references.every(({ from, to }) => from !== name || placed.has(to)));
    if (ready.length === 0) throw new Error(`these tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`);
    ordered.push(...ready);
    for (const { name } of ready) placed.add(name);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

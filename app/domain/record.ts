export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** For records written out in full, which hold no keys but those of their type. */
export function keysOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] {
  return Object.keys(record) as Key[];
}

export function isOneOf<Word extends string>(words: readonly Word[], text: string): text is Word {
  return words.some((word) => word === text);
}

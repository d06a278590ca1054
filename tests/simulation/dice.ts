/** What chance decides, from a seed: the same seed gives the same throws in the same order. */
export interface Dice {
  /** A whole number from 0 up to, but without, `limit`. */
  below(limit: number): number;
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<Item>(from: readonly Item[]): Item;
  /** Dice of their own for one person or purpose, so that a new actor leaves the throws of the others as they were. */
  fork(name: string): Dice;
}

export function createDice(seed: string): Dice {
  const next = splitmix32(hashOf(seed));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() < share,
    pick(from) {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    fork: (name) => createDice(`${seed}/${name}`),
  };
}

/** Other dice for each key, a day or a moment: what chance took more or fewer throws for before shifts nothing after. */
export function diceOf(dice: Dice, key: () => string): Dice {
  let [name, current] = ['', dice];
  function now(): Dice {
    if (name !== key()) [name, current] = [key(), dice.fork(key())];
    return current;
  }
  return { below: (limit) => now().below(limit), between: (least, most) => now().between(least, most), chance: (share) => now().chance(share), pick: (from) => now().pick(from), fork: (purpose) => now().fork(purpose) };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function splitmix32(state: number): () => number {
  let now = state;
  return () => {
    now = (now + 0x9e3779b9) | 0;
    let mixed = now ^ (now >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

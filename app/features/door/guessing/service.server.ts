import type { Deps } from '#app/deps.server.ts';

type Parts = Pick<Deps, 'doorDb' | 'clock'>;

/** So that an alarm, which looks once a minute for what lasts three, is raised by a minute of guesses. */
const REMEMBERED_MS = 5 * 60_000;

/** When each scanner of an app's process was last stopped. */
const stopped = new WeakMap<object, Map<string, Date>>();

/** Many codes that no ticket has mean that somebody is guessing. False: that is known already. */
export function noteGuesser({ doorDb, clock }: Parts, scanner: string): boolean {
  const known = stopped.get(doorDb) ?? new Map<string, Date>();
  const isNew = !known.has(scanner);
  stopped.set(doorDb, known.set(scanner, clock.now()));
  return isNew;
}

export function countGuessers({ doorDb, clock }: Parts): number {
  const known = stopped.get(doorDb) ?? new Map<string, Date>();
  for (const [scanner, at] of known) if (clock.now().getTime() - at.getTime() > REMEMBERED_MS) known.delete(scanner);
  return known.size;
}

import { keysOf } from './record.ts';

/** To which states each state may lead; what is not named does not happen. */
export type Moves<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

export function originsOf<Status extends string>(moves: Moves<Status>, to: Status): Status[] {
  return keysOf(moves).filter((from) => moves[from].includes(to));
}

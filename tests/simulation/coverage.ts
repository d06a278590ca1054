import { CALLS } from '#app/features.server.ts';
import { declaredActions } from '#tests/support/forms/declared-actions.ts';

/** Calls that nobody in the simulation makes, each with its reason. */
const CALLS_LEFT_OUT: Record<string, string> = {};

/** Pages whose forms nobody in the simulation sends, each with its reason. */
const PAGES_LEFT_OUT: Record<string, string> = {};

export interface Coverage {
  calls: { used: number; of: number; missing: string[] };
  actions: { used: number; of: number; missing: string[] };
}

/** Which of the declared calls and page actions were answered as wished. */
export function coverageOf(used: Iterable<string>): Coverage {
  const seen = [...used];
  const calls = CALLS.map(({ method, path }) => `${method} ${path}`);
  const actions = declaredActions().flatMap(({ page, intents }) => (intents.length === 0 ? [`POST ${page}`] : intents.map((intent) => `POST ${page} ${intent}`)));
  return { calls: share(calls, { seen, leftOut: CALLS_LEFT_OUT }), actions: share(actions, { seen, leftOut: PAGES_LEFT_OUT }) };
}

function share(declared: readonly string[], { seen, leftOut }: { seen: readonly string[]; leftOut: Record<string, string> }): Coverage['calls'] {
  const unused = declared.filter((one) => !seen.some((call) => patternOf(one).test(call)));
  return { used: declared.length - unused.length, of: declared.length, missing: unused.filter((one) => leftOut[one] === undefined && leftOut[one.split(' ')[1]!] === undefined) };
}

/** `/admin/waiting-list/:eventId?` as what matches its addresses, whatever intent follows where none is asked for. */
function patternOf(declared: string): RegExp {
  const pattern = declared.replaceAll(/\/:\w+\?/g, '(?:/[^/ ]+)?').replaceAll(/:\w+/g, '[^/ ]+').replaceAll('.', String.raw`\.`);
  return new RegExp(`^${pattern}$`);
}

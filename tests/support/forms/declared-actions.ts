import { readFileSync } from 'node:fs';

import { PAGES, PANELS } from '#app/features.ts';

export interface DeclaredAction {
  /** As in the routes: `/admin/orders/:orderId`. */
  page: string;
  isPanel: boolean;
  /** What its forms may ask for; none where it does one thing. */
  intents: string[];
  /** Of `adminAction` or `shiftAction`: whose it is, and what each intent touches. Null: an action of another kind. */
  declared: { right: string; touches: Readonly<Record<string, string>> } | null;
  /** An action of another kind that asks for the password again. */
  asksPassword: boolean;
}

/** Every action of a page or panel, by the modules that the routes name, with the intents that it tells apart. */
export function declaredActions(): DeclaredAction[] {
  const modules = [...PAGES.map(({ path, screen }) => ({ page: path, screen, isPanel: false })), ...PANELS.map(({ on, screen }) => ({ page: on, screen, isPanel: true }))];
  return modules.flatMap(({ screen, ...where }) => {
    const text = actionModule(screen);
    const start = text.search(/export (?:async function|const) action\b/);
    return start === -1 ? [] : [{ ...where, ...readAction(text.slice(start).split(/\nexport default /)[0]!) }];
  });
}

/** The page itself, or the file beside it that it takes its action from. */
function actionModule(screen: string): string {
  const address = new URL(`../../../app/${screen}`, import.meta.url);
  const text = readFileSync(address, 'utf8');
  const [, beside] = /export \{ action\b[^}]*\} from '([^']+)'/.exec(text) ?? [];
  return beside === undefined ? text : readFileSync(new URL(beside, address), 'utf8');
}

function readAction(action: string): Pick<DeclaredAction, 'intents' | 'declared' | 'asksPassword'> {
  const [call, named] = /adminAction\(\{\s+right: '(\w+)'|shiftAction\(\{\s+audience: \w+/.exec(action) ?? [];
  // What a shift opens is the till's.
  const right = call === undefined ? undefined : (named ?? 'till');
  const [, touched = ''] = /\n  touches: \{([^}]*)\}/.exec(action) ?? [];
  const touches = Object.fromEntries([...touched.matchAll(/'?([a-z-]+|\*)'?: '(\w+)'/g)].map(([, intent, what]) => [intent!, what!]));
  return { intents: intentsIn(action), declared: right === undefined ? null : { right, touches }, asksPassword: action.includes('askPasswordAgain(') };
}

function intentsIn(action: string): string[] {
  const compared = [...action.matchAll(/\bintent(?:'\)?)?\)? (?:=|!)== '([a-z-]+)'/g)].map(([, name]) => name!);
  const [, switched = ''] = /switch \(intent\) \{([\s\S]*?)default:/.exec(action) ?? [];
  const cases = [...switched.matchAll(/case '([a-z-]+)'/g)].map(([, name]) => name!);
  return [...new Set([...compared, ...cases, ...dispatched(action)])];
}

/** The names in the object that `dispatchIntent` is given, or `adminAction` as its intents. */
function dispatched(action: string): string[] {
  const call = action.search(/\bdispatchIntent\b|\bintents: \{/);
  const begin = call === -1 ? -1 : action.indexOf('{', call);
  if (begin === -1) return [];
  let depth = 0;
  const names: string[] = [];
  for (const line of action.slice(begin).split('\n')) {
    const [, name] = /^\s+(?:async )?'?([a-z][a-z-]*)'?(?:\(|: )/.exec(line) ?? [];
    if (depth === 1 && name !== undefined) names.push(name);
    depth += (line.match(/[{([]/g) ?? []).length - (line.match(/[})\]]/g) ?? []).length;
    if (depth === 0) break;
  }
  return names;
}

/** With it begin the names of classes in style sheets of staff pages. */
export const STAFF_MARK = 'staff_';

export function staffSheetOf(sheet: string): string {
  return sheet.replace(/\.css$/, '.staff.css');
}

export interface DividedStyles {
  site: string;
  staff: string;
}

const HOLDS_RULES = /^@(media|container|supports|layer|starting-style)\b/;

/** By the mark of its classes; a rule for both goes into both, with the selectors of each. Of equal rules the last stands. */
export function divideStyles(css: string): DividedStyles {
  const divided: DividedStyles = { site: '', staff: '' };
  const rules = rulesOf(css);
  const last = new Map(rules.map(({ prelude, body }, place) => [`${prelude}{${body}`, place]));
  for (const [place, { prelude, body }] of rules.entries()) {
    if (body === null) {
      divided.site += `${prelude};`;
      continue;
    }
    if (last.get(`${prelude}{${body}`) !== place) continue;
    const parts = HOLDS_RULES.test(prelude) ? { prelude: { site: prelude, staff: prelude }, body: divideStyles(body) } : { prelude: divideSelectors(prelude), body: { site: body, staff: body } };
    for (const part of ['site', 'staff'] as const) {
      if (parts.prelude[part] !== '' && parts.body[part] !== '') divided[part] += `${parts.prelude[part]}{${parts.body[part]}}`;
    }
  }
  return divided;
}

function divideSelectors(prelude: string): DividedStyles {
  const selectors = prelude.startsWith('@') ? [prelude] : selectorsOf(prelude);
  const of = (isStaff: boolean): string => selectors.filter((selector) => selector.includes(STAFF_MARK) === isStaff).join(',');
  return { site: of(false), staff: of(true) };
}

interface Rule {
  prelude: string;
  /** None: a statement. */
  body: string | null;
}

function rulesOf(sheet: string): Rule[] {
  const css = sheet.replaceAll(/\/\*.*?\*\//gs, '');
  const rules: Rule[] = [];
  let depth = 0;
  let start = 0;
  let bodyStart = 0;
  for (const { 0: token, index } of css.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/g)) {
    if (token === '{') {
      depth += 1;
      if (depth === 1) bodyStart = index + 1;
    } else if (token === '}') {
      depth -= 1;
      if (depth === 0) rules.push({ prelude: css.slice(start, bodyStart - 1).trim(), body: css.slice(bodyStart, index) });
    } else if (token === ';' && depth === 0) rules.push({ prelude: css.slice(start, index).trim(), body: null });
    if (depth === 0 && token.length === 1) start = index + 1;
  }
  if (depth !== 0 || css.slice(start).trim() !== '') throw new Error('A style sheet ends amid a rule');
  return rules;
}

/** Divided by the commas outside of brackets. */
function selectorsOf(prelude: string): string[] {
  const selectors = [''];
  let depth = 0;
  for (const one of prelude) {
    if (one === '(' || one === '[') depth += 1;
    if (one === ')' || one === ']') depth -= 1;
    if (one === ',' && depth === 0) selectors.push('');
    else selectors.push((selectors.pop() ?? '') + one);
  }
  return selectors;
}

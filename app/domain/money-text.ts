import { type Cents, cents } from './money.ts';

/** A larger amount is a slip of the finger. */
export const MAX_TYPED_CENTS = 10_000_000;
/** Longer input is refused before a regexp sees it. */
const MAX_LENGTH = 30;

export type MoneyProblem = 'empty' | 'not_money' | 'negative' | 'decimals' | 'ambiguous' | 'too_much';

const PROBLEM_TEXTS: Record<MoneyProblem, string> = {
  empty: 'Escriu un import',
  not_money: 'Escriu un import en euros (exemple: 12,50)',
  negative: "L'import no pot ser negatiu",
  decimals: "L'import té com a màxim dos decimals (exemple: 12,50)",
  ambiguous: "No queda clar l'import: escriu-lo així: 1234,50",
  too_much: "L'import no pot passar de 100.000 €",
};

export function moneyProblemText(problem: MoneyProblem): string {
  return PROBLEM_TEXTS[problem];
}

const PLAIN = /^\d+$/;
const WITH_DECIMALS = /^(\d*|\d{1,3}(?:[.,' ]\d{3})+)[.,](\d{1,2})$/;
const GROUPED = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/;

export function parseMoney(text: string): { cents: Cents } | { problem: MoneyProblem } {
  if (text.length > MAX_LENGTH) return { problem: 'not_money' };
  const amount = text.replaceAll(/[\s\u00a0\u202f]+/g, ' ').replaceAll('\u2019', "'").trim().replace(/^€ ?|(?: ?€| euros?)$/i, '');
  if (amount === '') return { problem: 'empty' };
  if (/^[-−–] ?[\d.,]/.test(amount)) return { problem: 'negative' };
  if (PLAIN.test(amount)) return inCents(amount, '');
  const decimal = WITH_DECIMALS.exec(amount);
  if (decimal) {
    const [, whole = '', decimals = ''] = decimal;
    const mark = amount.at(-decimals.length - 1)!;
    // '1.234.50' and '1,234.567,50': one mark can't separate both decimals and thousands.
    if (whole.includes(mark) || new Set(whole.replaceAll(/\d/g, '')).size > 1) return { problem: 'not_money' };
    return inCents(whole.replaceAll(/\D/g, ''), decimals);
  }
  const grouped = GROUPED.exec(amount);
  if (grouped) {
    const isOneGroup = amount.split(grouped[1]!).length === 2;
    if (isOneGroup && (grouped[1] === '.' || grouped[1] === ',')) return { problem: 'ambiguous' };
    return inCents(amount.replaceAll(/\D/g, ''), '');
  }
  return { problem: /^\d[\d.,' ]*[.,]\d{3,}$/.test(amount) ? 'decimals' : 'not_money' };
}

/** As `parseMoney`, below zero with a minus in front. */
export function parseBalance(text: string): { cents: Cents } | { problem: MoneyProblem } {
  const [, amount] = /^[\s€]*[-−–]([^-−–]*)$/.exec(text) ?? [];
  const read = parseMoney(amount ?? text);
  return amount === undefined || 'problem' in read ? read : { cents: cents(0 - read.cents) };
}

function inCents(whole: string, decimals: string): { cents: Cents } | { problem: MoneyProblem } {
  const amount = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return amount > MAX_TYPED_CENTS ? { problem: 'too_much' } : { cents: cents(amount) };
}

export function moneyFieldText(amount: number): string {
  const size = Math.abs(amount);
  return `${amount < 0 ? '-' : ''}${Math.trunc(size / 100)},${String(size % 100).padStart(2, '0')}`;
}

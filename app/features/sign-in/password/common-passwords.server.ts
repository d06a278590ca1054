import { OUR_COMMON_PASSWORDS } from './our-common-passwords.ts';

/** Substitutions, as in 'P4ssw0rd'. */
const LOOKS_LIKE: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

/** Digits or signs around a common word are stripped first, because that is how people satisfy rules. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const words = await (common ??= readCommon());
  const whole = password.normalize('NFKC').toLowerCase();
  const bare = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [whole, bare, undisguised(bare)].some((word) => words.has(word)) || isOneHalfTwice(bare, words);
}

function undisguised(word: string): string {
  return word.replace(/[013457@$!]/g, (sign) => LOOKS_LIKE[sign] ?? sign);
}

let common: Promise<ReadonlySet<string>> | null = null;

/** The library's list, local words, and what it lacks of the 3,000 commonest (SecLists, MIT). */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...OUR_COMMON_PASSWORDS].map(String));
}

function isOneHalfTwice(word: string, words: ReadonlySet<string>): boolean {
  const half = word.slice(0, word.length / 2);
  return half.length > 0 && half + half === word && (words.has(half) || new Set(half).size === 1);
}

import ours from './common-passwords.txt?raw';

/** Letters that people write as signs, so that 'P4ssw0rd' is what it looks like. */
const LOOKS_LIKE: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

/**
 * Passwords that are tried first. Our rules ask for a capital and a digit, which people add to a common word at its
 * beginning and its end: a password that is only such a word with digits or a sign is refused as well.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const words = await (common ??= readCommon());
  const whole = password.normalize('NFKC').toLowerCase();
  const bare = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [whole, bare, undisguised(bare)].some((word) => words.has(word)) || isOneHalfTwice(bare, words);
}

export function undisguised(word: string): string {
  return word.replace(/[013457@$!]/g, (sign) => LOOKS_LIKE[sign] ?? sign);
}

let common: Promise<ReadonlySet<string>> | null = null;

/** The library's list, and ours: words from here, and what the library lacks of the 3,000 commonest (SecLists, MIT) that pass our rules. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...ours.split('\n').filter((line) => line !== '')].map(String));
}

function isOneHalfTwice(word: string, words: ReadonlySet<string>): boolean {
  const half = word.slice(0, word.length / 2);
  return half.length > 0 && half + half === word && (words.has(half) || new Set(half).size === 1);
}

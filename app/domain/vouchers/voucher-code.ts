export const VOUCHER_CODE_LENGTH = 10;
const SHORTEST_VOUCHER_CODE = 8;
const LONGEST_VOUCHER_CODE = 24;

const LOOK_ALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** As codes are compared: case, spaces, hyphens and look-alikes are forgiven. Null where it can't be one. */
export function parseVoucherCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[OIL]/g, (letter) => LOOK_ALIKES[letter] ?? letter);
  return /^[0-9A-Z]+$/.test(code) && code.length >= SHORTEST_VOUCHER_CODE && code.length <= LONGEST_VOUCHER_CODE ? code : null;
}

/** As an admin chose it: capitals, words kept apart by hyphens. Null where it can't be one. */
export function parseVoucherLabel(typed: string): string | null {
  const label = typed.trim().toUpperCase().replace(/[\s-]+/g, '-');
  return parseVoucherCode(label) === null ? null : label;
}

/** 'K7M2Q-XW3D5' */
export function voucherLabel(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** In the address of the page that a link with an unknown code leads to. */
export const UNKNOWN_CODE = 'codi';

const USUAL = ['gmail.com', 'hotmail.com', 'hotmail.es', 'outlook.com', 'outlook.es', 'yahoo.com', 'yahoo.es', 'icloud.com', 'live.com', 'telefonica.net'];
/** Real providers that look like misspellings of the usual ones. */
const RIGHT = new Set([...USUAL, 'mail.com', 'email.com', 'ymail.com', 'gmx.com', 'gmx.es', 'aol.com', 'me.com', 'mac.com', 'msn.com', 'live.es', 'hotmail.fr', 'hotmail.it', 'yahoo.fr', 'yahoo.it']);
const MOST_SLIPS = 2;
const LONGEST_DOMAIN = 30;

export function suggestDomain(email: string): string | null {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? '';
  if (!email.includes('@') || domain.length < 5 || domain.length > LONGEST_DOMAIN || RIGHT.has(domain)) return null;
  const [nearest] = USUAL.map((usual) => ({ usual, slips: slipsBetween(domain, usual) })).toSorted((one, other) => one.slips - other.slips);
  return nearest !== undefined && nearest.slips <= MOST_SLIPS ? nearest.usual : null;
}

export function withDomain(email: string, domain: string): string {
  return `${email.slice(0, email.lastIndexOf('@'))}@${domain}`;
}

function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const slipsAt = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const steps = [slipsAt(row - 1, column) + 1, slipsAt(row, column - 1) + 1, slipsAt(row - 1, column - 1) + (isSame ? 0 : 1)];
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) steps.push(slipsAt(row - 2, column - 2) + 1);
      line.push(Math.min(...steps));
    }
  }
  return slipsAt(one.length, other.length);
}

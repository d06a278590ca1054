/** Spec §5. Characters are code points: an emoji is one. */
const MIN_LENGTH = 6;
export const MAX_LENGTH = 128;
/** A character may take two code units. */
export const MAX_PASSWORD_UNITS = 2 * MAX_LENGTH;

export type PasswordProblem = 'too_short' | 'no_lower_case' | 'no_upper_case' | 'no_digit' | 'too_long' | ServerPasswordProblem;

export type ServerPasswordProblem = 'common' | 'personal';

interface Rule {
  problem: Exclude<PasswordProblem, ServerPasswordProblem>;
  asks: string;
  isMet: (password: string) => boolean;
}

export const PASSWORD_RULES: readonly Rule[] = [
  { problem: 'too_short', asks: `Almenys ${MIN_LENGTH} caràcters`, isMet: (password) => lengthOf(password) >= MIN_LENGTH },
  { problem: 'no_lower_case', asks: 'Una lletra minúscula', isMet: (password) => /\p{Ll}/u.test(password) },
  { problem: 'no_upper_case', asks: 'Una lletra majúscula', isMet: (password) => /\p{Lu}/u.test(password) },
  { problem: 'no_digit', asks: 'Un nombre', isMet: (password) => /\p{Nd}/u.test(password) },
];

export function passwordProblem(password: string): Exclude<PasswordProblem, ServerPasswordProblem> | null {
  const broken = PASSWORD_RULES.find((rule) => !rule.isMet(password));
  if (broken) return broken.problem;
  return lengthOf(password) > MAX_LENGTH ? 'too_long' : null;
}

/** Spec §5; the last three are ours. */
export const RESET_TEXTS: Record<PasswordProblem, string> = {
  too_short: 'La contrasenya ha de tindre almenys 6 caràcters',
  no_lower_case: 'La contrasenya ha de contindre almenys una lletra minúscula',
  no_upper_case: 'La contrasenya ha de contindre almenys una lletra majúscula',
  no_digit: 'La contrasenya ha de contindre almenys un nombre',
  too_long: `La contrasenya ha de tindre com a màxim ${MAX_LENGTH} caràcters`,
  common: "Esta contrasenya és massa comuna i la provarien de seguida. Tria'n una altra",
  personal: "No faces servir el teu nom, el teu correu ni el de la falla: és el primer que provarien",
};

/** Where the change screen has no words of its own it takes the reset's (app/features/sign-in/DECISIONS.md). */
export const CHANGE_TEXTS: Record<PasswordProblem, string> = {
  ...RESET_TEXTS,
  too_short: 'La nova contrasenya ha de tenir almenys 6 caràcters.',
};

function lengthOf(text: string): number {
  return Array.from(text).length;
}

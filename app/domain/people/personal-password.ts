export interface AccountOwner {
  name: string;
  email: string;
}

export interface NamedOwner extends AccountOwner {
  association: string;
}

const PRODUCT = 'comboi';
const MIN_WORD = 3;
const ENOUGH_LETTERS = 4;

export function isPersonalPassword(password: string, owner: NamedOwner): boolean {
  const letters = lettersOf(password);
  const rest = namesOf(owner).reduce((left, name) => left.replaceAll(name, ''), letters);
  return rest !== letters && rest.length < ENOUGH_LETTERS;
}

/** Longest first: a part of a name must not break the whole. */
function namesOf({ name, email, association }: NamedOwner): string[] {
  const [mailbox = '', domain = ''] = email.split('@');
  const texts = [PRODUCT, association, name, mailbox, domain];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}]+/u)]).map(lettersOf);
  return [...new Set(words)].filter((word) => word.length >= MIN_WORD).toSorted((one, other) => other.length - one.length);
}

function lettersOf(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/[^\p{L}]/gu, '');
}

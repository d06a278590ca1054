import { isStorableText, singleLine } from '../plain-text.ts';
import { parseEmailAddress } from './email-address.ts';

export const MAX_NAME = 100;
const MAX_TYPED_NAME = 10 * MAX_NAME;

type Checked<Value> = { value: Value } | { problem: string };

export function checkName(typed: string): Checked<string> {
  const name = tidyName(typed);
  if (name === '') return { problem: 'Escriu el nom i els cognoms.' };
  if (name.length > MAX_NAME) return { problem: `El nom pot tindre fins a ${MAX_NAME} caràcters.` };
  return isStorableText(name) ? { value: name } : { problem: 'El nom té caràcters que no es poden guardar.' };
}

export function checkEmail(typed: string): Checked<string> {
  const email = parseEmailAddress(typed);
  return email === null ? { problem: 'Per favor, introdueix un email vàlid' } : { value: email };
}

/** NFC takes quadratic time on a row of combining marks. */
function tidyName(typed: string): string {
  return typed.length > MAX_TYPED_NAME ? typed : singleLine(typed.normalize('NFC'));
}

import { isOneOf } from '../record.ts';

export const DELIVERY_FAILURES = [
  'address_corrected',
  'nothing_to_say',
  'no_address',
  'no_mailbox',
  'full_mailbox',
  'not_drawn',
  'login',
  'sender',
  'refused',
  'later',
  'silent',
  /** The mail server took it all and never confirmed it. */
  'uncertain',
  'unknown',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

const OF_ONE_MAIL: ReadonlySet<DeliveryFailure> = new Set(['address_corrected', 'nothing_to_say', 'no_address', 'no_mailbox', 'full_mailbox', 'uncertain']);

export function isSystemic(failure: DeliveryFailure): boolean {
  return !OF_ONE_MAIL.has(failure);
}

export function isDeliveryFailure(code: string): code is DeliveryFailure {
  return isOneOf(DELIVERY_FAILURES, code);
}

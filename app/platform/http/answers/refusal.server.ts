import { type RefusalCode, REFUSALS, type WireError } from '#app/domain/wire-error.ts';

export interface RefusalDetails extends Partial<Omit<WireError, 'code'>> {
  retryAfterSeconds?: number | undefined;
  allow?: readonly string[];
}

export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? REFUSALS[code].message);
    this.code = code;
    this.details = details;
  }
}

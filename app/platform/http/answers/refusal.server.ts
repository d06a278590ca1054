import { type RefusalCode, REFUSALS, type ApiError } from '#app/domain/api-error.ts';

export interface RefusalDetails extends Partial<Omit<ApiError, 'code'>> {
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

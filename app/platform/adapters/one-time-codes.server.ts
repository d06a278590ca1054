import { Secret, TOTP } from 'otpauth';

/** Phones' clocks: the code before and the one after are taken as well. */
const STEPS_AROUND = 1;

/** The address that an app reads from the QR: RFC 6238 with what every app knows (SHA-1, six digits, 30 seconds). */
export function oneTimeCodeUrl(secret: string, owner: { issuer: string; email: string }): string {
  return totpOf(secret, owner).toString();
}

export function stepOfCode({ secret, code, now }: { secret: string; code: string; now: Date }): number | null {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: STEPS_AROUND });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function totpOf(secret: string, owner?: { issuer: string; email: string }): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), ...(owner && { issuer: owner.issuer, label: owner.email }) });
}

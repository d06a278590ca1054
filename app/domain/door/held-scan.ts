const GRACE_MS = 48 * 60 * 60_000;

/** Why a scan without network waits for an admin: its pass was ended by hand, it was made after the pass ran out, or it came two days after that. */
export type HeldReason = 'revoked' | 'after_end' | 'late';

interface PassEnding {
  expiresAt: Date;
  revokedAt: Date | null;
}

export function heldReason({ expiresAt, revokedAt }: PassEnding, scan: { scannedAt: Date; now: Date }): HeldReason | null {
  if (revokedAt !== null) return 'revoked';
  if (scan.scannedAt > expiresAt) return 'after_end';
  return scan.now.getTime() > expiresAt.getTime() + GRACE_MS ? 'late' : null;
}

export const HELD_TEXT = "Guardat: ho decidirà qui administra, perquè este passe o torn ja no valia";

/** Whose tickets they are, as they say it. */
export interface TicketIssuer {
  name: string;
  tagline: string;
  /** The uploaded crest as PNG; null: the one that comes with the product. */
  crest: Uint8Array | null;
}

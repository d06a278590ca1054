export interface TicketIssuer {
  name: string;
  tagline: string;
  /** PNG; null: the shield that comes with the product. */
  crest: Uint8Array | null;
}

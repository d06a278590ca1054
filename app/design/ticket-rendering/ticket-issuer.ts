export interface TicketIssuer {
  name: string;
  tagline: string;
  crest: Uint8Array | null;
}

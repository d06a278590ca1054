import { ASSOCIATION } from '#app/domain/association.ts';
import type { TicketIssuer } from '#app/design/ticket-rendering/ticket-issuer.ts';

/** Whose tickets those of tests and samples are. */
export const ISSUER: TicketIssuer = { name: ASSOCIATION.name, tagline: ASSOCIATION.tagline, crest: null };

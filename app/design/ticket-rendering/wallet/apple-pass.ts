import { contrastOf } from '#app/domain/site/colours.ts';
import type { WalletTicket } from '#app/domain/ticket/wallet-ticket.ts';

export interface ApplePassIssuer {
  passTypeIdentifier: string;
  teamIdentifier: string;
}

interface PassField {
  key: string;
  label: string;
  value: string;
}

const PAPER = '#fff8ec';

/** pass.json. A pass with the number of an older one takes its place on the same phone. */
export function applePassContents(ticket: WalletTicket, issuer: ApplePassIssuer) {
  const { ground, fire } = ticket.palette;
  return {
    formatVersion: 1,
    ...issuer,
    serialNumber: ticket.ticketNumber,
    organizationName: ticket.association,
    description: `${ticket.heading} · ${ticket.eventTitle}`,
    logoText: ticket.association,
    groupingIdentifier: `acte-${ticket.eventId}`,
    sharingProhibited: true,
    backgroundColor: rgb(ground),
    foregroundColor: rgb(PAPER),
    labelColor: rgb(contrastOf(fire, ground) >= 4.5 ? fire : PAPER),
    relevantDate: ticket.startsAt,
    expirationDate: ticket.endsAt,
    barcodes: [{ format: 'PKBarcodeFormatQR' as const, message: ticket.id, messageEncoding: 'iso-8859-1', altText: ticket.ticketNumber }],
    semantics: { eventName: ticket.eventTitle, eventStartDate: ticket.startsAt, ...(ticket.place !== null && { venueName: ticket.place }) },
    eventTicket: {
      headerFields: [field('hour', 'HORA', ticket.time)],
      primaryFields: [field('event', ticket.heading, ticket.eventTitle)],
      secondaryFields: [field('date', 'DIA', ticket.dateText), ...(ticket.place === null ? [] : [field('place', 'LLOC', ticket.place)])],
      auxiliaryFields: [...(ticket.dishes === '' ? [] : [field('dishes', 'PLATS', ticket.dishes)]), ...(ticket.holder === null ? [] : [field('holder', 'A NOM DE', ticket.holder)])],
      backFields: [
        field('number', 'Número', ticket.ticketNumber),
        ...(ticket.dishes === '' ? [] : [field('menu', 'Plats', ticket.dishes)]),
        field('where', 'Com arribar', ticket.address),
        field('web', "L'acte", ticket.eventUrl),
        field('note', 'Important', "Esta targeta no s'actualitza sola: si canvien el dia, el lloc o els plats, torna a afegir-la des del web. El codi val una sola vegada."),
      ],
    },
  };
}

function field(key: string, label: string, value: string): PassField {
  return { key, label, value };
}

function rgb(hex: string): string {
  return `rgb(${[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join(', ')})`;
}

import { type Association, searchableVenue } from '../association.ts';
import { endInMadrid, instantInMadrid, madridText } from '../time/madrid-time.ts';

/** schema.org, for search engines and mail programs. */
export interface DescribedEvent {
  title: string;
  description: string;
  date: string;
  time: string;
  endTime: string | null;
  location: string | null;
}

type StructuredData = { [property: string]: string | number | StructuredData | StructuredData[] };

export function describeEvent(event: DescribedEvent, association: Association): StructuredData {
  const { title, description, date, time, endTime, location } = event;
  return {
    '@type': 'Event',
    name: title,
    ...(description === '' ? {} : { description }),
    startDate: madridText(instantInMadrid(date, time)),
    ...(endTime === null ? {} : { endDate: madridText(endInMadrid(date, { start: time, end: endTime })) }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: placeOf(location, association),
    organizer: { '@type': 'Organization', name: association.name },
  };
}

export function eventOnPage(event: DescribedEvent & { fromPrice: number; picture?: string; saleStatus: 'open' | 'closed' | 'soldout'; saleStart: string | null }, facts: { url: string; association: Association }): StructuredData {
  return {
    '@context': 'https://schema.org',
    ...describeEvent(event, facts.association),
    url: facts.url,
    ...(event.picture === undefined ? {} : { image: event.picture }),
    offers: {
      '@type': 'Offer',
      url: facts.url,
      price: (event.fromPrice / 100).toFixed(2),
      priceCurrency: 'EUR',
      ...(event.saleStart === null ? {} : { validFrom: event.saleStart }),
      availability: `https://schema.org/${AVAILABILITY[event.saleStatus]}`,
    },
  };
}

const AVAILABILITY = { open: 'InStock', closed: 'Discontinued', soldout: 'SoldOut' };

/** Without ticket ids, which open the door. */
export function describeReservation(
  reservation: { orderNumber: string; orderUrl: string; email: string; quantity: number; event: DescribedEvent },
  association: Association,
): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'EventReservation',
    reservationNumber: reservation.orderNumber,
    reservationStatus: 'https://schema.org/ReservationConfirmed',
    underName: { '@type': 'Person', name: reservation.email, email: reservation.email },
    numSeats: String(reservation.quantity),
    modifyReservationUrl: reservation.orderUrl,
    reservationFor: describeEvent(reservation.event, association),
  };
}

function placeOf(location: string | null, association: Association): StructuredData {
  const { name, street, postcode, town } = association;
  const address = { '@type': 'PostalAddress', addressLocality: town, postalCode: postcode, addressCountry: 'ES' };
  if (location === null || location.trim() === '') return { '@type': 'Place', name, address: { ...address, streetAddress: street } };
  return { '@type': 'Place', name: location, address: { ...address, streetAddress: searchableVenue(location, association) } };
}

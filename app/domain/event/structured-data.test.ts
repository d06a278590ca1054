import { expect, test } from 'vitest';

import { ASSOCIATION } from '../association.ts';
import { describeReservation, eventOnPage } from './structured-data.ts';

const SUPPER = { title: 'Sopar', description: 'Tres plats.', date: '2027-07-10', time: '21:00', endTime: '01:30', location: 'Casal, carrer Major 7' };

test('an event says when and where it is, by the clock of Madrid, and whether it can be bought', () => {
  const data = eventOnPage({ ...SUPPER, fromPrice: 1550, saleStatus: 'soldout', saleStart: null }, { url: 'https://comboi.example/tickets?event=7', association: ASSOCIATION });
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Event',
    startDate: '2027-07-10T21:00:00+02:00',
    endDate: '2027-07-11T01:30:00+02:00',
    location: { name: 'Casal, carrer Major 7', address: { streetAddress: 'Casal, carrer Major 7, 12580 Benicarló, Espanya', addressLocality: 'Benicarló' } },
    offers: { price: '15.50', priceCurrency: 'EUR', availability: 'https://schema.org/SoldOut' },
  });
});

test('where nobody has said until when, or where, no end is invented and the casal is the place', () => {
  const data = eventOnPage({ ...SUPPER, date: '2027-01-10', endTime: null, location: null, fromPrice: 0, saleStatus: 'open', saleStart: null }, { url: 'https://comboi.example/', association: ASSOCIATION });
  expect(data).toMatchObject({ startDate: '2027-01-10T21:00:00+01:00', location: { name: ASSOCIATION.name, address: { streetAddress: ASSOCIATION.street } } });
  expect(data).not.toHaveProperty('endDate');
});

test('a reservation names order, seats and event, and nothing that opens a door', () => {
  const data = describeReservation({ orderNumber: 'ORD-1795303714-0005', orderUrl: 'https://comboi.example/o', email: 'joana@example.com', quantity: 3, event: SUPPER }, ASSOCIATION);
  expect(data).toMatchObject({ '@type': 'EventReservation', reservationNumber: 'ORD-1795303714-0005', numSeats: '3', reservationFor: { '@type': 'Event', name: 'Sopar' } });
  expect(Object.keys(data)).not.toContain('ticketToken');
});

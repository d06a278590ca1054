import type { Feature } from '#app/feature.server.ts';

import { eraseNetworksBefore, eraseNotesBefore, eraseUnpaidBuyersBefore } from './retention/store.server.ts';

export const orders: Feature = {
  forgets: [
    // A note may hold an allergy.
    { title: 'Esborrar notes de cuina passades', after: { days: 30, of: "de l'acte" }, delete: (query, { day }) => eraseNotesBefore(query, day) },
    { title: 'Oblidar xarxes de comandes velles', after: { hours: 24, of: 'de la comanda' }, delete: (query, { instant }) => eraseNetworksBefore(query, instant) },
    // The privacy page promises less than a year.
    { title: 'Oblidar compradors que no van pagar', after: { days: 300, of: 'de la comanda' }, delete: (query, { instant }) => eraseUnpaidBuyersBefore(query, instant) },
  ],
};

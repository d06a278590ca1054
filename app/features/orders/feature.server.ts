import type { Feature } from '#app/feature.server.ts';

import { invariants } from './invariants.server.ts';
import { personalData } from './personal-data.server.ts';
import { eraseBuyersOfOldBooks, eraseNetworksBefore, eraseNotesBefore, eraseUnpaidBuyersBefore } from './retention/store.server.ts';
import { tables } from './tables.ts';

export const orders: Feature = {
  forgets: [
    // Notes may hold allergies, which are health data.
    { title: 'Esborrar notes de cuina passades', after: { days: 30, of: "de l'acte" }, delete: (query, { day }) => eraseNotesBefore(query, day) },
    { title: 'Oblidar xarxes de comandes velles', after: { hours: 24, of: 'de la comanda' }, delete: (query, { instant }) => eraseNetworksBefore(query, instant) },
    // The privacy page promises less than a year.
    { title: 'Oblidar compradors que no van pagar', after: { days: 300, of: 'de la comanda' }, delete: (query, { instant }) => eraseUnpaidBuyersBefore(query, instant) },
    { title: 'Oblidar compradors que els comptes ja no necessiten', after: { years: 6, of: "de l'acte" }, delete: (query, { instant, day }) => eraseBuyersOfOldBooks(query, { instant, day }) },
  ],
  auditWords: {
    actions: {
      'order.draft': 'Comanda començada',
      'order.pending_payment': 'Comanda feta, esperant el pagament',
      'order.paid': 'Comanda pagada',
      'order.completed': 'Comanda gratuïta completada',
      'order.cancelled': 'Comanda cancel·lada',
      'order.hold_ended': "Reserva anul·lada per l'administració",
      'order.refunded': 'Comanda reemborsada',
      'order.address_corrected': 'Adreça corregida',
      'ticket.cancelled': 'Tiquet anul·lat',
      'buyer.erased': 'Dades del comprador esborrades',
    },
    actors: { buyer: 'comprador', visitor: 'comprador', 'order bearer': 'comprador', nobody: '', operator: 'qui porta el servidor' },
  },
  invariants,
  personalData,
  tables,
};

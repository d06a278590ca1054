import type { Role } from '#app/domain/people/roles.ts';

/** What several features keep under the same name. */
export const FIELDS: Readonly<Record<string, string>> = {
  name: 'Nom',
  email: 'Correu',
  role: 'Preus',
  createdAt: 'Creat',
  status: 'Estat',
  event: 'Acte',
  eventTitle: 'Acte',
  eventDate: 'Data',
  orderNumber: 'Comanda',
  ticketNumber: 'Tiquet',
  note: 'Observacions',
  firstName: 'Primer nom',
  kind: 'Què',
};

export const CODES = { role: { public: 'Públic', socio: 'Soci', comision: 'Comissió', admin: 'Administració' } satisfies Record<Role, string> };

/** One of many is known by the first two of these that it has. */
export const KNOWN_BY = ['eventTitle', 'event', 'orderNumber', 'ticketNumber', 'name', 'kind'];

import type { Feature } from '#app/feature.server.ts';

import { renderDishChangedMail } from './mails/service.server.ts';
import { personalData } from './personal-data.server.ts';
import { RETENTION_DAYS } from './service.server.ts';
import { eraseNeedsOfUnpaid, eraseNeedsUntil } from './store.server.ts';
import { tables } from './tables.ts';

export const needs: Feature = {
  forgets: [
    { title: 'Esborrar necessitats alimentàries passades', after: { days: RETENTION_DAYS, of: "de l'acte" }, delete: (query, { day, now }) => eraseNeedsUntil(query, day, now) },
    { title: 'Esborrar necessitats de comandes sense pagar', after: { hours: 48, of: 'de la comanda' }, delete: (query, { instant, now }) => eraseNeedsOfUnpaid(query, instant, now) },
  ],
  mailTemplates: [
    { kind: 'dish_changed', name: "Canvi d'un plat", inHistory: "Avís de canvi d'un plat", render: renderDishChangedMail },
    { kind: 'taken_dish_changed', name: "Canvi d'un plat d'un tiquet donat", render: renderDishChangedMail },
  ],
  tables,
  personalData,
};

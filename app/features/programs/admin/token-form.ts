import { z } from 'zod';

import { choiceField, textField } from '#app/design/admin-kit/form/field-schema.ts';
import { SCOPES } from '#app/domain/programs/scopes.ts';

export const TOKEN_LIVES: readonly [days: string, text: string][] = [
  ['30', '30 dies'],
  ['90', '90 dies'],
  ['365', 'Un any'],
  ['0', "Fins que algú l'anul·le"],
];
export const USUAL_LIFE = '365';

export const tokenForm = z.object({
  name: textField({ required: 'Posa-li un nom, per a saber quin programa és', max: 80 }),
  scopes: z.array(z.enum(SCOPES, 'Tria de la llista')).min(1, 'Tria almenys un permís'),
  eventIds: z.array(z.string().regex(/^\d{1,10}$/, 'Tria de la llista')).max(50, 'Tria com a molt 50 actes').default([]),
  days: choiceField(TOKEN_LIVES.map(([days]) => days), 'Tria quant de temps val'),
});

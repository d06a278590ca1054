import { textOf } from '#app/ui/forms/form-text.ts';

import { newPassSchema } from '../schema.ts';
import { PASS_LIVES } from './pass-lives.ts';
import type { NewPass } from './service.server.ts';

const HOUR_MS = 3_600_000;

export function readPassForm(form: FormData, now: Date): { pass: NewPass } | { problem: string } {
  const hours = PASS_LIVES.find(([life]) => String(life) === textOf(form, 'hours'))?.[0] ?? PASS_LIVES[0]![0];
  const read = newPassSchema.safeParse({
    name: textOf(form, 'name'),
    eventIds: form.getAll('event').map(Number),
    expiresAt: new Date(now.getTime() + hours * HOUR_MS).toISOString(),
  });
  if (!read.success) return { problem: read.error.issues[0]?.path[0] === 'name' ? 'Posa un nom al passe' : 'Tria almenys un acte' };
  return { pass: { ...read.data, expiresAt: new Date(read.data.expiresAt) } };
}

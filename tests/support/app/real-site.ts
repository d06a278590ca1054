import type { TestApp } from './test-app.ts';

/** Outside the demo, with everything that a real installation must say. */
export const REAL_ENV = {
  COMBOI_DEMO: '0',
  COMBOI_SECRET: 'a-long-enough-value-that-nobody-else-uses-0123456789',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'Comboi <hola@comboi.example>',
  PUBLIC_URL: 'https://comboi.example',
};

/** As if an admin had filled in who the association is. */
export async function nameAssociation(app: Pick<TestApp, 'db' | 'deps'>): Promise<void> {
  const at = app.deps.clock.now();
  const sections = {
    identity: { name: 'Falla La Barraca', tagline: 'FOC I GERMANOR' },
    contact: { street: 'Plaça Nova, 3', postcode: '12500', town: 'Vinaròs', country: 'Espanya', email: 'hola@barraca.example', phone: null, mapUrl: null, instagram: null },
  } as const;
  for (const section of ['identity', 'contact'] as const) {
    await app.db.query.insertInto('siteSettings').values({ section, version: 1, content: JSON.stringify(sections[section]), changedAt: at, changedBy: null }).execute();
  }
  await app.deps.changes.catchUp();
}

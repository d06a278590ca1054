import { argv } from 'node:process';

/** `npm run bench` measures the sale, `npm run bench -- pages` what the name says. */
const PARTS: Record<string, () => Promise<unknown>> = {
  sale: () => import('./sale-run.ts'),
  'rush-end': () => import('./rush-end.ts'),
  holds: () => import('./holds.ts'),
  tickets: () => import('./cached-pages.ts'),
  crowd: () => import('./crowd.ts'),
  instances: () => import('./instances.ts'),
  door: () => import('./door.ts'),
  pages: () => import('./pages-on-a-slow-phone.ts'),
  booklets: () => import('./booklets.ts'),
  uploads: () => import('./uploads.ts'),
  mail: () => import('./mail.ts'),
  logins: () => import('./logins.ts'),
  seating: () => import('./seating.ts'),
  'admin-tickets': () => import('./admin-tickets.ts'),
  panel: () => import('./panel.ts'),
};

const [, , name = 'sale'] = argv;
const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
if (part === undefined) {
  console.error(`There is no benchmark ${name}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exitCode = 1;
} else {
  await part();
}

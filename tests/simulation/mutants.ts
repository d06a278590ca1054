import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { sql } from 'kysely';

import type { Mailer } from '#app/platform/adapters/mail/mailer.server.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

import { copyBuild } from './undrawn-build.ts';
import type { Mutant } from './world.ts';

/** Another build of the server, in which one text of its programs says something else. */
function anotherBuild(name: string, { says, instead }: { says: string; instead: string }): Mutant {
  const folder = copyBuild(name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.js') && readFileSync(new URL(file, folder), 'utf8').includes(says));
  const [file, ...more] = files;
  const text = file === undefined ? '' : readFileSync(new URL(file, folder), 'utf8');
  if (file === undefined || more.length > 0 || text.split(says).length !== 2) throw new Error(`the built server says in other words: ${says}`);
  writeFileSync(new URL(file, folder), text.replace(says, () => instead));
  return { build: new URL('index.js', folder).href };
}

/** Another function in the database of the simulation. */
function anotherFunction(name: string, { says, instead }: { says: string; instead: string }): Mutant {
  const text = readFileSync(fileURLToPath(new URL(`../../db/functions/${name}.sql`, import.meta.url)), 'utf8');
  if (text.split(says).length !== 2) throw new Error(`${name}.sql says in other words: ${says}`);
  return { change: async (app: TestApp) => void (await sql.raw(text.replace(says, () => instead)).execute(app.db.query)) };
}

/** Every mail once more. */
function twice(mailer: Mailer): Mailer {
  return {
    ...mailer,
    async send(mail) {
      await mailer.send(mail);
      return mailer.send(mail);
    },
  };
}

/** What each takes away or does wrong; the simulation must find all of them. */
export const MUTANTS: Record<string, () => Mutant> = {
  'sells more places than there are': () => anotherFunction('order_refusals', { says: 'where sold + upto > max_tickets', instead: 'where false and sold + upto > max_tickets' }),
  'sells more portions than there are': () => anotherFunction('lacking_dishes', { says: 'where nth > places - sold', instead: 'where false and nth > places - sold' }),
  'mails twice': () => ({ deps: ({ mailer }) => (mailer === undefined ? {} : { mailer: twice(mailer) }) }),
  'keeps the places of ended tickets': () => anotherBuild('places', { says: 'sold:eb(`sold`,`-`,quantity)', instead: 'sold:eb(`sold`,`-`,0)' }),
  'admits twice': () => anotherBuild('door', { says: 'door.allowsReentry&&ticket.outside', instead: 'true' }),
  'believes the price of the request': () => anotherBuild('price', { says: 'const{total}=plan;if(request.expectedTotal!==void 0&&', instead: 'const total=plan.total=request.expectedTotal??plan.total;if(' }),
  'charges members what others pay': () => anotherBuild('members', { says: 'const price=(role===`socio`?tag.priceMember', instead: 'const price=(role===`socio`?tag.pricePublic' }),
  'shows every event to everybody': () => anotherBuild('rights', { says: 'return VISIBLE_TO[role].includes(visibility)', instead: 'return true' }),
  'gives back a euro too little': () => anotherBuild('refund', { says: 'case`order`:return all;', instead: 'case`order`:return all-100;' }),
  'forgets what a drawer paid out': () => anotherBuild('drawer', { says: 'await insertPayout(tx,{refundId', instead: 'await(async()=>{})(tx,{refundId' }),
  'gives dishes out twice': () => anotherBuild('kitchen', { says: '!served.includes(place)', instead: 'true' }),
  'lets a given ticket keep its code': () => anotherBuild('gift', { says: 'to:deps.ids.ticket(),givenTo:acceptance.name', instead: 'to:ticket.id,givenTo:acceptance.name' }),
};

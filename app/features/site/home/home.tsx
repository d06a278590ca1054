import type { ReactNode } from 'react';

import type { SiteTexts } from '#app/domain/site/settings.ts';
import type { EventSummary } from '#app/features/events/schema.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { Hero } from './hero.tsx';
import { Programme } from './programme.tsx';
import { Welcome } from './welcome.tsx';
import { nextEvents } from './next-events.server.ts';
import type { Route } from './+types/home.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, description: 'Tots junts a fer comboi: sopars, paelles i festa de la falla. Tria, convida els teus i porta el tiquet al mòbil.' });

export async function loader({ context }: Route.LoaderArgs): Promise<{ events: EventSummary[]; texts: SiteTexts }> {
  const { deps, actor } = context.get(requestContext);
  const [events, { texts }] = await Promise.all([nextEvents(deps, actor), deps.settings.current()]);
  return { events, texts };
}

export default function Home({ loaderData }: Route.ComponentProps): ReactNode {
  return (
    <>
      <Hero lead={loaderData.texts.homeLead} />
      <Programme events={loaderData.events} />
      <Welcome texts={loaderData.texts} />
    </>
  );
}

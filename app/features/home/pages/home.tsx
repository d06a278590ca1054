import type { ReactNode } from 'react';

import type { SiteTexts } from '#app/domain/site/settings.ts';
import { featuredNews, type NewsTeaser } from '#app/features/news/service.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { type HomeBlock, visibleBlocks } from '../service.server.ts';
import type { Route } from './+types/home.ts';
import { FeaturedNews } from './featured-news.tsx';
import { Hero } from './hero.tsx';
import { HomeBlocks } from './home-blocks.tsx';
import { NextEvent } from './next-event.tsx';
import { type ComingEvents, comingEvents } from './next-events.server.ts';
import { Programme } from './programme.tsx';
import { Welcome } from './welcome.tsx';
import { YearGlance } from './year-glance.tsx';

const NEWS_AT_HOME = 3;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, description: 'Tots junts a fer comboi: sopars, paelles i festa de la falla. Tria, convida els teus i porta el tiquet al mòbil.' });

interface HomePage extends ComingEvents {
  texts: SiteTexts;
  news: NewsTeaser[];
  blocks: HomeBlock[];
}

export async function loader({ context }: Route.LoaderArgs): Promise<HomePage> {
  const { deps, actor } = context.get(requestContext);
  const [coming, { texts }, news, blocks] = await Promise.all([comingEvents(deps, actor), deps.settings.current(), featuredNews(deps, { limit: NEWS_AT_HOME }), visibleBlocks(deps)]);
  return { ...coming, texts, news, blocks };
}

export default function Home({ loaderData: { next, others, year, texts, news, blocks } }: Route.ComponentProps): ReactNode {
  return (
    <>
      <Hero lead={texts.homeLead} />
      {next === null ? null : <NextEvent {...next} />}
      <Programme events={others} isNextDisplayed={next !== null} />
      <FeaturedNews news={news} />
      <YearGlance months={year} />
      <HomeBlocks blocks={blocks} />
      <Welcome texts={texts} />
    </>
  );
}

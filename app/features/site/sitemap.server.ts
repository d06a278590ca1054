import { listEvents } from '#app/features/events/service.server.ts';
import { listPublishedNewsIds } from '#app/features/news/service.server.ts';
import { PAGES } from '#app/features.ts';
import { newsPath } from '#app/domain/news/news-id.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { problems } from '#app/platform/http/openapi/openapi.server.ts';

/** Only pages that every visitor may open. */
export const sitemap: Call = call('GET', '/sitemap.xml', {
  audience: 'anyone',
  openapi: {
    summary: 'The map of the site, for search engines',
    responses: { 200: { description: 'What every visitor may open', content: { 'application/xml': { schema: { type: 'string' } } } }, ...problems(429, 500, 503) },
  },
  async handle(c, { deps }) {
    const aged = { ...deps, db: deps.replica };
    const events = await listEvents(aged, { kind: 'guest', visitor: null });
    const news = await listPublishedNewsIds(aged);
    const pages = PAGES.filter((page) => page.sharedByGuests && !page.path.includes(':')).map(({ path }) => path);
    const paths = [...pages, ...events.filter((event) => event.available).map(({ id }) => `/order/${id}`), ...news.map(newsPath)];
    const urls = paths.map((path) => `  <url><loc>${new URL(path, deps.env.publicUrl).href}</loc></url>`);
    const xml = ['<?xml version="1.0" encoding="UTF-8"?>', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', ...urls, '</urlset>', ''].join('\n');
    return c.body(xml, 200, { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=300' });
  },
});

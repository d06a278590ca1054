import { createHash } from 'node:crypto';

import { frameAncestors } from '#app/domain/site/embed.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { listPricedEvents } from '#app/features/events/service.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { problems } from '#app/platform/http/openapi/openapi.server.ts';

import { embedStyles, eventsPage } from './events-page.server.ts';

const LISTED = 12;

export const calls: readonly Call[] = [
  call('GET', '/embed/events', {
    audience: 'anyone',
    sharedByGuests: true,
    openapi: {
      summary: 'The coming events as a page without scripts and cookies, to be framed by the site that an admin named in the settings',
      responses: { 200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } }, ...problems(429, 500, 503) },
    },
    /** The same for everybody: no cookie is read, whoever looks at the other site. */
    async handle(c, { deps }) {
      const [{ events }, { association, embedSite }] = await Promise.all([listPricedEvents(deps, { kind: 'guest', visitor: null }, null), deps.settings.current()]);
      const today = dayInMadrid(deps.clock.now());
      const coming = events.filter(({ date }) => date >= today).slice(0, LISTED);
      const styles = embedStyles(association.colours);
      return c.html(await eventsPage({ events: coming, association, styles, publicUrl: deps.env.publicUrl }), 200, {
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': policyOf(styles, embedSite),
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Robots-Tag': 'noindex',
      });
    },
  }),
];

function policyOf(styles: string, site: string | null): string {
  const hash = createHash('sha256').update(styles).digest('base64');
  return ["default-src 'none'", `style-src 'sha256-${hash}'`, "img-src 'self'", "base-uri 'none'", "form-action 'none'", `frame-ancestors ${frameAncestors(site)}`].join('; ');
}

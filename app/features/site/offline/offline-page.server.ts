import { createHash } from 'node:crypto';

import { html, raw } from 'hono/html';

import { identityAddresses } from '#app/domain/association.ts';
import { tokensOf } from '#app/domain/site/colours.ts';
import type { SiteColours } from '#app/domain/site/default-colours.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { listEvents } from '#app/features/events/service.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { problems } from '#app/platform/http/openapi/openapi.server.ts';

const LISTED = 12;

/** Stored by the worker /site-sw.js, and shown for whatever page can't be reached: so it has no script, and asks for nothing but the crest. */
export const offlinePage: Call = call('GET', '/sense-connexio', {
  audience: 'anyone',
  sharedByGuests: true,
  openapi: {
    summary: 'What a browser shows of the site without network: the crest, the way to the tickets stored there, and the coming events',
    responses: { 200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } }, ...problems(429, 500, 503) },
  },
  async handle(c, { deps }) {
    const now = deps.clock.now();
    const [events, { association }] = await Promise.all([listEvents(deps, { kind: 'guest', visitor: null }), deps.settings.current()]);
    const coming = events.filter(({ date }) => date >= dayInMadrid(now)).toSorted((one, other) => `${one.date} ${one.time}`.localeCompare(`${other.date} ${other.time}`)).slice(0, LISTED);
    const styles = stylesOf(association.colours);
    const page = html`<!doctype html>
<html lang="ca">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sense connexió · ${association.name}</title>
<style>${raw(styles)}</style>
</head>
<body>
<header><img src="${identityAddresses(association).favicon}" alt="" width="72" height="84"><p>${association.name}</p></header>
<main>
<h1>Ara no hi ha connexió</h1>
<p>Esta pàgina no l'hem pogut portar. Quan tornes a tindre cobertura, estarà ací.</p>
<p><a class="main" href="">Tornar-ho a provar</a></p>
${raw('<!--tickets-->')}<section aria-labelledby="tickets">
<h2 id="tickets">Els teus tiquets</h2>
<p>Estan guardats ací i valen sense connexió.</p>
<p><a class="main" href="/my-tickets">Obrir els meus tiquets</a></p>
</section>${raw('<!--/tickets-->')}
<section aria-labelledby="events">
<h2 id="events">Els pròxims actes</h2>
${coming.length === 0 ? html`<p>L'última vegada no n'hi havia cap d'anunciat.</p>` : html`<ul>${coming.map(({ title, date, time, location }) => html`<li><b>${title}</b><span>${[`${weekdayName(date)}, ${formatDate(date)}`, time, location].filter(Boolean).join(' · ')}</span></li>`)}</ul>`}
<p class="small">Tal com els vam vore: ${instantText(now.toISOString())}.</p>
</section>
</main>
</body>
</html>
`;
    return c.html(await page, 200, { 'Cache-Control': 'no-cache', 'Content-Security-Policy': policyOf(styles), 'X-Robots-Tag': 'noindex' });
  },
});

function policyOf(styles: string): string {
  const hash = createHash('sha256').update(styles).digest('base64');
  return ["default-src 'none'", `style-src 'sha256-${hash}'`, "img-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join('; ');
}

/** What the site's tokens have beside an association's own colours. */
const GROUNDS = ':root{color-scheme:light dark;--paper:#fff8ec;--surface:#fffdf9;--ink:#2a1720;--ink-soft:#6b5060;--line:#ead9c0}@media(prefers-color-scheme:dark){:root{--paper:#170a11;--surface:#22121b;--ink:#fbeee2;--ink-soft:#d6bcc5;--line:#452c3a}}';

const LAYOUT = `${GROUNDS}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{display:flex;gap:16px;align-items:center;padding:20px max(16px,calc(50% - 20rem));background:#2c0a1b;color:#fff2e2;font:700 1.25rem/1.2 Georgia,serif}
header img{width:72px;height:84px;flex:none;object-fit:contain}
main{display:grid;gap:16px;max-width:42rem;margin:0 auto;padding:24px 16px 48px}
h1{color:var(--title);font:700 1.75rem/1.15 Georgia,serif}
h2{color:var(--title);font:700 1.25rem/1.2 Georgia,serif}
section{display:grid;gap:12px;padding:20px;border:1px solid var(--line);border-radius:16px;background:var(--surface)}
ul{display:grid;gap:12px;padding:0;list-style:none}
li{display:grid;gap:2px;padding-top:12px;border-top:1px dashed var(--line)}
li:first-child{padding-top:0;border-top:0}
li span,.small{color:var(--ink-soft)}
.small{font-size:1rem}
.main{display:inline-flex;align-items:center;min-height:48px;padding:4px 20px;border-radius:999px;background:var(--ember-fill);color:#fffaf5;font-weight:700;text-decoration:none}
a:focus-visible{outline:3px solid var(--ember);outline-offset:2px}
@media print{.main{display:none}}
`;

function stylesOf(colours: SiteColours): string {
  const { light, dark } = tokensOf(colours);
  const declared = (tokens: Record<string, string>): string => Object.entries(tokens).map(([token, value]) => `--${token}:${value}`).join(';');
  return `:root{${declared(light)}}@media(prefers-color-scheme:dark){:root{${declared(dark)}}}${LAYOUT}`;
}

import { html, raw } from 'hono/html';

import type { Association } from '#app/domain/association.ts';
import { resizedPicture } from '#app/domain/event/drawing/event-picture.ts';
import { FEW_LEFT } from '#app/domain/event/few-left.ts';
import { tokensOf } from '#app/domain/site/colours.ts';
import type { SiteColours } from '#app/domain/site/default-colours.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { formatFromPrice } from '#app/design/ui/format-money.ts';
import type { ListedEvent } from '#app/features/events/service.server.ts';

import { EMBED_LAYOUT } from './embed-layout.server.ts';

type Page = ReturnType<typeof html>;

interface EmbeddedEvents {
  events: readonly ListedEvent[];
  association: Pick<Association, 'name'>;
  styles: string;
  publicUrl: URL;
}

export function embedStyles(colours: SiteColours): string {
  const { light, dark } = tokensOf(colours);
  return `:root{${declarations(light)}}@media(prefers-color-scheme:dark){:root{${declarations(dark)}}}${EMBED_LAYOUT}`;
}

/** Links open the ticket shop in a window of its own: a frame of another site gets no cookies, and no basket. */
export function eventsPage({ events, association: { name }, styles, publicUrl }: EmbeddedEvents): Page {
  const allEvents = new URL('/tickets', publicUrl).href;
  return html`<!doctype html>
<html lang="ca">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pròxims actes de ${name}</title>
<style>${raw(styles)}</style>
</head>
<body>
<main>
<h1>Pròxims actes de ${name}</h1>
${events.length === 0 ? html`<p class="none">Ara mateix no hi ha cap acte anunciat.</p>` : html`<ul>${events.map((event) => eventItem(event, publicUrl))}</ul>`}
<p class="all"><a href="${allEvents}" target="_blank" rel="noopener">Tots els actes</a></p>
</main>
</body>
</html>
`;
}

function eventItem(event: ListedEvent, publicUrl: URL): Page {
  const { id, title, date, time, location } = event;
  const { pathname, search } = new URL(event.picture);
  const address = new URL(`/order/${id}`, publicUrl).href;
  const place = [`${weekdayName(date)}, ${formatDate(date)}`, time, location].filter((part) => part !== null && part !== '').join(' · ');
  return html`<li>
<img src="${resizedPicture(pathname + search, 'card')}" alt="" width="88" height="110" loading="lazy">
<div>
<h2>${title}</h2>
<p>${place}</p>
<p class="foot"><span class="price">${formatFromPrice(event)}</span>${event.saleStatus === 'open' ? html`<a class="buy" href="${address}#comprar" target="_blank" rel="noopener" aria-label="Comprar: ${title}">Comprar</a>` : html`<span class="state">${event.saleText}</span>`}</p>
${fewLeft(event)}
</div>
</li>`;
}

function fewLeft({ saleStatus, remaining }: ListedEvent): Page | '' {
  if (saleStatus !== 'open' || remaining === null || remaining > FEW_LEFT) return '';
  return html`<p class="few">${remaining === 1 ? 'Queda 1' : `Queden ${remaining}`}</p>`;
}

function declarations(tokens: Record<string, string>): string {
  return Object.entries(tokens).map(([token, value]) => `--${token}:${value}`).join(';');
}

import { createHash } from 'node:crypto';

import { html, raw } from 'hono/html';

import { type StoredMail, listMailArchive, readStoredAttachment, readStoredMail, readMailArchive } from '#app/platform/adapters/mail/mail-archive.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';

import { DEV_MAIL_STYLES } from './dev-mail-styles.server.ts';

const LISTED = 200;
const NEVER_STORED = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(DEV_MAIL_STYLES).digest('base64')}'`,
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** Mails use inline styles; scripts stay out. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');

const TIMES = new Intl.DateTimeFormat('ca-ES', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Madrid' });

type Page = ReturnType<typeof html>;

const DEMO = { audience: 'demo', openapi: null } as const;

export const devMailCalls: readonly Call[] = [
  call('GET', '/dev/mail.json', { ...DEMO, handle: async (c, { deps }) => c.json(await readMailArchive(deps.env.dataDir), 200, NEVER_STORED) }),
  call('GET', '/dev/mail', {
    ...DEMO,
    async handle(c, { deps }) {
      const { dataDir } = deps.env;
      const mails = (await listMailArchive(dataDir)).slice(0, LISTED);
      const open = c.req.query('mail') ?? mails[0]?.id;
      const mail = open === undefined ? null : await readStoredMail(dataDir, open);
      return c.html(await mailPage(mails, mail), 200, { ...NEVER_STORED, 'Content-Security-Policy': PAGE_POLICY });
    },
  }),
  call('GET', '/dev/mail/:id/html', {
    ...DEMO,
    async handle(c, { deps }) {
      const mail = await readStoredMail(deps.env.dataDir, c.req.param('id'));
      if (!mail) return c.notFound();
      return c.html(showImages(mail), 200, { ...NEVER_STORED, 'Content-Security-Policy': MAIL_POLICY, 'X-Frame-Options': 'SAMEORIGIN' });
    },
  }),
  call('GET', '/dev/mail/:id/attachments/:index', {
    ...DEMO,
    async handle(c, { deps }) {
      const index = Number(c.req.param('index'));
      const attachment = Number.isInteger(index) ? await readStoredAttachment(deps.env.dataDir, { id: c.req.param('id'), index }) : null;
      if (!attachment) return c.notFound();
      return c.body(attachment.content, 200, {
        ...NEVER_STORED,
        'Content-Type': attachment.contentType,
        'Content-Disposition': `inline; filename="${attachment.filename.replace(/[^\w. -]/g, '_')}"`,
      });
    },
  }),
];

function showImages(mail: StoredMail): string {
  return mail.contentIds.reduce<string>(
    (text, contentId, index) => (contentId === null ? text : text.replaceAll(`cid:${contentId}"`, `/dev/mail/${mail.id}/attachments/${index}"`)),
    mail.html.replace('<head>', '<head><base target="_blank">'),
  );
}

function mailPage(mails: readonly { id: string; to: string; subject: string; sentAt: string }[], open: StoredMail | null): Page {
  return html`<!doctype html>
    <html lang="ca">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Correu de la demostració · Comboi</title>
        ${raw(`<style>${DEV_MAIL_STYLES}</style>`)}
      </head>
      <body>
        <header>
          <h1>Correu enviat</h1>
          <p><strong>Pàgina de demostració.</strong> Ací es veuen tots els correus que la demo ha enviat. <a href="/">Torna a la web</a></p>
        </header>
        ${mails.length === 0 ? emptyBox() : html`<main>${mailList(mails, open)}${open === null ? '' : mailView(open)}</main>`}
      </body>
    </html>`;
}

function emptyBox(): Page {
  return html`<main class="empty">
    <p>Encara no s'ha enviat cap correu.</p>
    <p>Compra un tiquet i torna: el correu arriba en uns segons.</p>
  </main>`;
}

function mailList(mails: readonly { id: string; to: string; subject: string; sentAt: string }[], open: StoredMail | null): Page {
  return html`<nav aria-label="Correus, primer el més nou">
    <ol>
      ${mails.map(
        (mail) =>
          html`<li>
            <a href="/dev/mail?mail=${mail.id}#correu" ${mail.id === open?.id ? html`aria-current="true"` : ''}>
              <strong>${mail.subject}</strong><span>${mail.to}</span><time datetime="${mail.sentAt}">${TIMES.format(new Date(mail.sentAt))}</time>
            </a>
          </li>`,
      )}
    </ol>
  </nav>`;
}

function mailView(mail: StoredMail): Page {
  return html`<article id="correu">
    <h2>${mail.subject}</h2>
    <dl>
      <div><dt>Per a</dt><dd>${mail.to}</dd></div>
      <div><dt>Enviat</dt><dd>${TIMES.format(new Date(mail.sentAt))}</dd></div>
    </dl>
    <iframe title="El correu" src="/dev/mail/${mail.id}/html" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>
    ${mail.attachments.length === 0 ? '' : attachmentList(mail)}
    <details>
      <summary>Només el text</summary>
      <pre>${mail.text}</pre>
    </details>
  </article>`;
}

function attachmentList(mail: StoredMail): Page {
  return html`<h3>Adjunts</h3>
    <ul class="attachments">
      ${mail.attachments.map(
        (attachment, index) =>
          html`<li><a href="/dev/mail/${mail.id}/attachments/${index}">${attachment.filename}</a> ${Math.ceil(attachment.size / 1024)} kB</li>`,
      )}
    </ul>`;
}

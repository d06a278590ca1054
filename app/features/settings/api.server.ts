import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import { displayName, identityAddresses } from '#app/domain/association.ts';
import { tokensOf } from '#app/domain/site/colours.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { type PageCaller, renderSitePicture } from '#app/design/ticket-rendering/ticket-renderer.server.ts';

import { applySection, PROGRAM_SECTIONS } from './programs.server.ts';
import { crestPng } from './service.server.ts';

interface IdentityFile {
  mediaType: string;
  body: string | Uint8Array;
}

const ICON = /^icon-(96|180|192|512)\.png$/;
const MAIL_CREST_HEIGHT = 102;
/** Safe to cache: the address contains the revision. */
const CACHED = 'public, max-age=86400';

const identityFiles = stateKey<{ revision: number; files: Map<string, Promise<IdentityFile | null>> }>('files of the identity');

export function openIdentityFiles(): OpenedState {
  return identityFiles.opened({ revision: 0, files: new Map() });
}

export const calls: readonly Call[] = [
  call('GET', '/identity/:name', {
    audience: 'anyone',
    openapi: {
      summary: "The association's colours (colours.css), crest (crest.png), icons (icon-96.png and others), link preview (preview.jpg) and site.webmanifest",
      parameters: [pathParameter('name', { type: 'string' })],
      responses: { 200: { description: 'The file', content: { 'text/css': { schema: { type: 'string' } }, 'image/png': BINARY(), 'image/jpeg': BINARY(), 'application/manifest+json': { schema: { type: 'object' } } } }, ...problems(404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const file = await identityFile(deps, c.req.param('name'));
      if (file === null) throw new Refusal('NOT_FOUND');
      return c.body(file.body as string, 200, { 'Content-Type': file.mediaType, 'Cache-Control': CACHED, 'Cross-Origin-Resource-Policy': 'cross-origin' });
    },
  }),
];

export const programCalls: readonly Call[] = PROGRAM_SECTIONS.map((section) =>
  call('PUT', `/api/admin/settings/${section}`, {
    audience: { right: 'admin' },
    touches: 'site',
    openapi: {
      summary: `Saves the association's ${section} as its screen does; what is left out stays as it is`,
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 204: { description: 'Saved' }, ...problems(400, 401, 403, 409, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const saved = await applySection(deps, requireAdmin(c.get('actor')), section, await readJsonObject(c.req.raw, 128 * 1024));
      if (saved.outcome === 'invalid') throw new Refusal('VALIDATION', { fields: saved.problems });
      if (saved.outcome === 'conflict') throw new Refusal('VERSION_CONFLICT', { current: saved.current });
      if (saved.outcome === 'refused') throw new Refusal('NOT_ADMIN');
      return c.body(null, 204);
    },
  }),
);

function BINARY(): object {
  return { schema: { type: 'string', format: 'binary' } };
}

async function identityFile(deps: Deps, name: string): Promise<IdentityFile | null> {
  const settings = await deps.settings.current();
  const { revision } = settings.association;
  const drawn = deps.state.get(identityFiles);
  if (drawn.revision !== revision) Object.assign(drawn, { revision, files: new Map() });
  const { files } = drawn;
  const file = files.get(name) ?? makeFile(deps, settings, name);
  if (!files.has(name) && isKnown(name)) {
    files.set(name, file);
    file.catch(() => files.delete(name));
  }
  return file;
}

function isKnown(name: string): boolean {
  return ICON.test(name) || ['colours.css', 'site.webmanifest', 'crest.png', 'preview.jpg'].includes(name);
}

async function makeFile(deps: Deps, { association }: SiteSettings, name: string): Promise<IdentityFile | null> {
  if (!isKnown(name)) return null;
  const { colours, crest: uploaded, name: site, town, tagline } = association;
  if (name === 'colours.css') return { mediaType: 'text/css; charset=utf-8', body: styleSheet(tokensOf(colours)) };
  if (name === 'site.webmanifest') return { mediaType: 'application/manifest+json', body: toManifest(association) };
  const caller: PageCaller = { for: 'page', slots: deps.concurrency.drawings };
  const crest = uploaded === null ? null : await crestPng(deps, uploaded.fileId);
  if (name === 'crest.png') return { mediaType: 'image/png', body: await renderSitePicture({ kind: 'crest', crest, height: MAIL_CREST_HEIGHT }, caller) };
  if (name === 'preview.jpg') return { mediaType: 'image/jpeg', body: await renderSitePicture({ kind: 'preview', crest, name: site, town, tagline, colours }, caller) };
  return { mediaType: 'image/png', body: await renderSitePicture({ kind: 'icon', crest, size: Number(ICON.exec(name)?.[1]) }, caller) };
}

/** Outside every cascade layer, so that it overrides the default tokens. */
function styleSheet({ light, dark }: ReturnType<typeof tokensOf>): string {
  const rules = (tokens: Record<string, string>): string => Object.entries(tokens).map(([token, value]) => `--${token}:${value}`).join(';');
  return `:root{${rules(light)}}\n@media screen and (prefers-color-scheme:dark){:root{${rules(dark)}}}\n`;
}

function toManifest(association: SiteSettings['association']): string {
  const { tagline, colours, crest, revision } = association;
  const name = displayName(association);
  const icon = (size: number): string => (crest === null ? `/icon-${size}.png` : `/identity/icon-${size}.png?v=${revision}`);
  const { favicon } = identityAddresses(association);
  return JSON.stringify({
    name,
    short_name: name,
    description: tagline,
    lang: 'ca',
    start_url: '/',
    display: 'browser',
    background_color: '#fff8ec',
    theme_color: colours.main,
    icons: [
      { src: favicon, ...(crest === null ? { type: 'image/svg+xml', sizes: 'any' } : { type: 'image/png', sizes: '96x96' }) },
      { src: icon(192), type: 'image/png', sizes: '192x192' },
      { src: icon(512), type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
    ],
  });
}

import type { z } from 'zod';

import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { LegalTexts } from '#app/domain/site/settings.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { contactForm, identityForm, legalForm } from './admin/settings-forms.ts';
import type { Content } from './schema.ts';
import { findLegalTexts, findSection, insertOperatorTexts, saveLegalTexts, saveSection } from './service.server.ts';
import { lockSection, writeSection } from './store.server.ts';

export const PROGRAM_SECTIONS = ['identity', 'contact', 'legal'] as const;
export type ProgramSection = (typeof PROGRAM_SECTIONS)[number];

const FORMS = { identity: identityForm, contact: contactForm, legal: legalForm } as const;

type Problems = Record<string, string>;
type ReadSection =
  | { section: 'identity' | 'contact'; content: Partial<Content<'identity'>> | Partial<Content<'contact'>> }
  | { section: 'legal'; texts: Pick<LegalTexts, 'terms' | 'privacy'> };

/** What is left out stays as it is; each value is text as the form takes it. */
async function readSection(deps: Deps, section: ProgramSection, body: unknown): Promise<ReadSection | { problems: Problems }> {
  if (typeof body !== 'object' || body === null) return { problems: { [section]: 'Ha de ser un objecte' } };
  const schema: z.ZodType = FORMS[section];
  const read = schema.safeParse({ ...(await textsNow(deps, section)), ...withoutNulls(body), version: '0' });
  if (!read.success) return { problems: Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message])) };
  const { version: _version, crestSrc: _src, crestFileId: _file, removeCrest: _remove, ...content } = read.data as Record<string, unknown>;
  if (section === 'legal') return { section, texts: content as Pick<LegalTexts, 'terms' | 'privacy'> };
  return { section, content };
}

function withoutNulls(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === null ? '' : value]));
}

async function textsNow(deps: Deps, section: ProgramSection): Promise<Record<string, unknown>> {
  if (section === 'legal') {
    const texts = await findLegalTexts(deps.db.query, null);
    return { terms: texts?.terms ?? '', privacy: texts?.privacy ?? '' };
  }
  return textsOf((await findSection(deps, section)).content);
}

function textsOf(content: Content<'identity' | 'contact'>): Record<string, unknown> {
  const given = Object.entries(content).filter(([name]) => name !== 'crestFileId');
  return Object.fromEntries(given.map(([name, value]) => [name, value === null ? '' : typeof value === 'object' && 'text' in value ? value.text : value]));
}

export type ApplyOutcome = { outcome: 'done' } | { outcome: 'invalid'; problems: Problems } | { outcome: 'conflict'; current: Record<string, unknown> } | RightLost;

export async function applySection(deps: Deps, admin: AdminId, section: ProgramSection, body: unknown): Promise<ApplyOutcome> {
  const read = await readSection(deps, section, body);
  if ('problems' in read) return { outcome: 'invalid', problems: read.problems };
  if (read.section === 'legal') {
    const version = (await findLegalTexts(deps.db.query, null))?.version ?? '';
    const saved = await saveLegalTexts(deps, admin, { version, ...read.texts });
    if (saved.outcome === 'unchanged') return { outcome: 'done' };
    return saved.outcome === 'conflict' ? { outcome: 'conflict', current: { terms: saved.current.terms, privacy: saved.current.privacy } } : saved;
  }
  const { version } = await findSection(deps, read.section);
  const saved = await saveSection(deps, admin, { section: read.section, version, content: read.content });
  return saved.outcome === 'conflict' ? { outcome: 'conflict', current: textsOf(saved.current.content) } : saved;
}

/** By whoever runs the server, before there is an admin: all of it, or nothing where anything is wrong. */
export async function applySettings(deps: Deps, settings: Readonly<Record<string, unknown>>): Promise<{ saved: string[]; problems: string[] }> {
  const unknown = Object.keys(settings).filter((name) => !PROGRAM_SECTIONS.some((section) => section === name));
  const read = await Promise.all(PROGRAM_SECTIONS.filter((section) => settings[section] !== undefined).map(async (section) => ({ section, read: await readSection(deps, section, settings[section]) })));
  const problems = [
    ...unknown.map((name) => `${name}: no és cap secció (identity, contact, legal)`),
    ...read.flatMap(({ section, read: one }) => ('problems' in one ? Object.entries(one.problems).map(([field, problem]) => `${section}.${field}: ${problem}`) : [])),
  ];
  if (problems.length > 0) return { saved: [], problems };
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now();
    for (const { read: one } of read) {
      if ('problems' in one) continue;
      if (one.section === 'legal') {
        await insertOperatorTexts(tx, { ...one.texts, now });
        continue;
      }
      const standing = await lockSection(tx, one.section);
      const version = standing?.version ?? 0;
      const content = { ...(await findSection(deps, one.section)).content, ...one.content };
      await writeSection(tx, { section: one.section, expected: version, content, by: null, now });
      await writeAudit(tx, { at: now, actor: 'operator', action: 'settings.changed', subject: 'settings', subjectId: one.section, detail: { version: version + 1 } });
    }
  });
  return { saved: read.map(({ section }) => section), problems: [] };
}

import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import { fileTypeOf } from '#app/domain/files/file-type.ts';
import { type FileRefusal, fileRefusalText, IMAGE_GONE } from '#app/domain/files/file-refusal.ts';
import { colourProblems } from '#app/domain/site/colours.ts';
import { ASSOCIATION, missingIdentity, type MissingIdentity, NAMELESS } from '#app/domain/association.ts';
import { CREST_TYPE } from '#app/domain/site/crest.ts';
import { DEFAULT_PRIVACY, DEFAULT_TERMS, DEFAULT_TERMS_VERSION } from '#app/domain/site/default-legal-texts.ts';
import { type LegalTexts, nextTermsVersion } from '#app/domain/site/settings.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { assignFiles, readImage, storeFile } from '#app/features/files/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost, type StaffWork } from '#app/platform/http/guards/staff.server.ts';
import type { TicketIssuer } from '#app/design/ticket-rendering/ticket-issuer.ts';
import { renderSitePicture } from '#app/design/ticket-rendering/ticket-renderer.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type Content, contentsFor, type Section } from './schema.ts';
import { insertLegalTexts, lockSection, selectLegalTexts, selectLegalVersions, selectSections, writeSection } from './store.server.ts';

export const CREST_OWNER = 'crest';

/** Version 0: the defaults. */
export interface EditedSection<S extends Section> {
  version: number;
  content: Content<S>;
}

export async function findSection<S extends Section>(deps: Deps, section: S): Promise<EditedSection<S>> {
  return editedOf(deps, section, (await selectSections(deps.db.query)).find((row) => row.section === section) ?? null);
}

type SaveOutcome<S extends Section> =
  | { outcome: 'done' }
  | { outcome: 'conflict'; current: EditedSection<S> }
  | { outcome: 'invalid'; problems: Record<string, string> }
  | RightLost;

/** Optimistic locking by version. */
export async function saveSection<S extends Section>(deps: Deps, admin: AdminId, change: { section: S; version: number; content: Partial<Content<S>> }): Promise<SaveOutcome<S>> {
  const { section, version } = change;
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, work): Promise<SaveOutcome<S>> => {
    const standing = editedOf(deps, section, await lockSection(tx, section));
    if (standing.version !== version) return { outcome: 'conflict', current: standing };
    const content: Content<S> = { ...standing.content, ...change.content };
    const problems = problemsOf(content as Partial<Content<'identity'>>);
    if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
    if ('crestFileId' in content && !(await assignCrest(tx, content.crestFileId, work.now))) return { outcome: 'invalid', problems: { crestFileId: IMAGE_GONE } };
    const saved = await write(tx, work, { section, version, content, by: admin });
    return saved ? { outcome: 'done' } : { outcome: 'conflict', current: editedOf(deps, section, await lockSection(tx, section)) };
  });
}

/** PNG, WebP or JPEG. The file becomes the crest when the form is saved. */
export async function takeCrest(deps: Deps, admin: AdminId, image: Uint8Array): Promise<{ fileId: string } | { problem: string }> {
  const type = fileTypeOf(image);
  if (type !== 'png' && type !== 'webp' && type !== 'jpeg') return { problem: CREST_TYPE };
  const upload = await storeFile(deps, { bucket: 'site', content: image, createdBy: admin });
  return 'refused' in upload ? { problem: crestProblem(upload.refused) } : { fileId: upload.stored.id };
}

/** Deletes the previous crest; false where this file has expired meanwhile. */
async function assignCrest(tx: Tx, fileId: string | null, now: Date): Promise<boolean> {
  return !('missing' in (await assignFiles(tx, { bucket: 'site', ownerId: CREST_OWNER, fileIds: fileId === null ? [] : [fileId], now })));
}

function crestProblem(refused: FileRefusal): string {
  return refused.code === 'TOO_LARGE' ? "L'escut pesa massa: com a màxim 15 MB" : fileRefusalText(refused, 'site');
}

export interface LegalPage extends LegalTexts {
  isCurrent: boolean;
  /** Newest first. */
  versions: string[];
}

/** Those in force without `requested`; null for an unknown version. */
export async function findLegalTexts(query: Query | Tx, requested: string | null): Promise<LegalPage | null> {
  const versions = [...(await selectLegalVersions(query)), DEFAULT_TERMS_VERSION];
  const version = requested ?? versions[0]!;
  const texts = version === DEFAULT_TERMS_VERSION ? { version, terms: DEFAULT_TERMS, privacy: DEFAULT_PRIVACY } : await selectLegalTexts(query, version);
  return texts && { ...texts, isCurrent: version === versions[0], versions };
}

export async function readTermsVersion(query: Query | Tx): Promise<string> {
  return (await selectLegalVersions(query, 1))[0] ?? DEFAULT_TERMS_VERSION;
}

export type SaveLegalOutcome = { outcome: 'done'; version: string } | { outcome: 'unchanged' } | { outcome: 'conflict'; current: LegalPage } | RightLost;

/** The ones that came with the program become the association's own when somebody saves them, changed or not. */
function isSaved(current: LegalTexts, { terms, privacy }: Omit<LegalTexts, 'version'>): boolean {
  return current.version !== DEFAULT_TERMS_VERSION && current.terms === terms && current.privacy === privacy;
}

/** Changed texts make a new version, because buyers have accepted the old one. */
export async function saveLegalTexts(deps: Deps, admin: AdminId, edited: LegalTexts): Promise<SaveLegalOutcome> {
  const { terms, privacy } = edited;
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, work): Promise<SaveLegalOutcome> => {
    const current = (await findLegalTexts(tx, null))!;
    if (current.version !== edited.version) return { outcome: 'conflict', current };
    if (isSaved(current, edited)) return { outcome: 'unchanged' };
    const version = nextTermsVersion(dayInMadrid(work.now), current.versions);
    if (!(await insertLegalTexts(tx, { version, terms, privacy, by: admin, now: work.now }))) return { outcome: 'conflict', current: (await findLegalTexts(tx, null))! };
    await work.audit({ action: 'settings.legal_changed', subject: 'settings', subjectId: 'legal', detail: { version } });
    return { outcome: 'done', version };
  });
}

/** What the site must say of its association before anything is sold on the web. */
export async function missingOfSeller(deps: Pick<Deps, 'settings'>): Promise<MissingIdentity[]> {
  return missingIdentity((await deps.settings.current()).association);
}

/** From the terminal. Nothing where they are as they were. */
export async function insertOperatorTexts(tx: Tx, texts: Omit<LegalTexts, 'version'> & { now: Date }): Promise<void> {
  const { terms, privacy, now } = texts;
  const current = (await findLegalTexts(tx, null))!;
  if (isSaved(current, texts)) return;
  const version = nextTermsVersion(dayInMadrid(now), current.versions);
  await insertLegalTexts(tx, { version, terms, privacy, by: null, now });
  await writeAudit(tx, { at: now, actor: 'operator', action: 'settings.legal_changed', subject: 'settings', subjectId: 'legal', detail: { version } });
}

export async function ticketIssuer(deps: Deps): Promise<TicketIssuer> {
  const { association } = await deps.settings.current();
  const { name, tagline, crest } = association;
  return { name, tagline, crest: crest === null ? null : await crestPng(deps, crest.fileId) };
}

const CREST_PIXELS = 480;
const drawnCrest = stateKey<{ last: { fileId: string; png: Uint8Array } | null }>('drawn crest');

export function openCrest(): OpenedState {
  return drawnCrest.opened({ last: null });
}

/** Mails, documents and icons can't show WebP. Null when the file storage is down: tickets must still be drawn. */
export async function crestPng(deps: Deps, fileId: string): Promise<Uint8Array | null> {
  const drawn = deps.state.get(drawnCrest);
  if (drawn.last?.fileId === fileId) return drawn.last.png;
  try {
    const stored = (await readImage(deps, { fileId, variant: 'medium' })) ?? (await readImage(deps, { fileId, variant: 'small' }));
    if (stored === null) return null;
    const png = await renderSitePicture({ kind: 'crest', crest: stored, height: CREST_PIXELS }, { for: 'mail' });
    drawn.last = { fileId, png };
    return png;
  } catch (error) {
    deps.log.warn({ err: error }, 'the crest could not be read');
    return null;
  }
}

function editedOf<S extends Section>({ env }: Pick<Deps, 'env'>, section: S, row: { version: number; content: unknown } | null): EditedSection<S> {
  return { version: row?.version ?? 0, content: contentsFor(env.demo ? ASSOCIATION : NAMELESS)[section].parse(row?.content ?? {}) as Content<S> };
}

function problemsOf(content: Partial<Content<'identity'>>): Record<string, string> {
  const { main, accent, highlight } = content;
  return main === undefined || accent === undefined || highlight === undefined ? {} : colourProblems({ main, accent, highlight });
}

async function write<S extends Section>(tx: Tx, work: StaffWork, change: { section: S; version: number; content: Content<S>; by: AdminId }): Promise<boolean> {
  const { section, version, content, by } = change;
  const written = await writeSection(tx, { section, expected: version, content, by, now: work.now });
  if (written) await work.audit({ action: 'settings.changed', subject: 'settings', subjectId: section, detail: { version: version + 1 } });
  return written;
}

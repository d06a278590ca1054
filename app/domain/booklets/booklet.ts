import { BUCKETS } from '../files/bucket.ts';
import { fileRefusalText } from '../files/file-refusal.ts';

export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2100;
export const MAX_PAGES = 5_000;

/** How far the text of a booklet is known; `locked`: it opens with a password only. */
export type Reading = 'waiting' | 'read' | 'locked' | 'unreadable';

/** The sentences of the specification (§5), and those beside them. */
export const BOOKLET_TEXTS = {
  yearMissing: 'Any és obligatori',
  yearRange: `L'any ha d'estar entre ${FIRST_YEAR} i ${LAST_YEAR}`,
  pageCount: `Escriu un nombre entre 1 i ${MAX_PAGES}, o deixa-ho en blanc`,
  fileMissing: 'Si us plau, selecciona un fitxer PDF',
  fileGone: "Este PDF ja no hi és. Torna'l a pujar",
  uploadFailed: 'Error al pujar el fitxer',
} as const;

export function bookletTitle(year: number): string {
  return `Llibret ${year}`;
}

export function pagesText(pageCount: number | null): string {
  if (pageCount === null) return 'pàgines sense comptar';
  return pageCount === 1 ? '1 pàgina' : `${pageCount} pàgines`;
}

export function yearTakenText(year: number): string {
  return `Ya existe un llibret para el año ${year}`;
}

export function deleteQuestion(year: number): string {
  return `Estàs segur que vols eliminar el llibret de ${year}?`;
}

export function missingFieldText(field: string): string {
  return `El campo ${field} es obligatorio`;
}

/** What the PDF says of itself counts only where it is believable. */
export function countedPages(claimed: number): number | null {
  return Number.isInteger(claimed) && claimed >= 1 && claimed <= MAX_PAGES ? claimed : null;
}

export function chosenFileProblem({ name, type, size }: { name: string; type: string; size: number }): string | null {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return BOOKLET_TEXTS.fileMissing;
  if (size === 0) return "L'arxiu està buit";
  if (size <= BUCKETS.booklets.maxUploadBytes) return null;
  return `${fileRefusalText({ code: 'TOO_LARGE', bytes: size }, 'booklets')} Comprimix el PDF i torna-ho a provar.`;
}

const UPLOAD_BEGINS = 30;
const UPLOAD_ENDS = 70;

/** How far the saving of a booklet is, in per cent (specification §4): 30 when its PDF begins to go up, 70 when it has, 100 when all is saved. */
export function savingPercent(stage: { uploaded: number } | 'saved'): number {
  return stage === 'saved' ? 100 : Math.floor(UPLOAD_BEGINS + (UPLOAD_ENDS - UPLOAD_BEGINS) * Math.min(1, Math.max(0, stage.uploaded)));
}

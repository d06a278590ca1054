import { isEmptyChoice, type TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import { hasNeeds } from '#app/domain/food/needs.ts';
import type { PayingRole } from '#app/domain/people/roles.ts';
import type { SaleTender } from '#app/domain/till/tender.ts';

import { findUnanswered } from './unanswered-sales.ts';

export interface Line {
  choice: TicketChoice;
  quantity: number;
}

export interface SaleTexts {
  reason: string;
  userName: string;
  email: string;
  /** The code of a colla; drafts from before lack it. */
  group?: string;
}

/** A draft stored under the idempotency key of its sale. */
export interface SaleDraft {
  key: string;
  category: PayingRole;
  means: SaleTender;
  lines: readonly Line[];
  choice: TicketChoice;
  quantity: number;
  texts: SaleTexts;
  /** What somebody can't eat was typed before a reload: it is never stored, and has to be typed anew. */
  lostNeeds?: boolean;
}

interface StoredDraft extends SaleDraft {
  isSent: boolean;
}

const storedUnder = (eventId: number): string => `comboi-till-draft-${eventId}`;
/** For drafts that outlive their desk, not only a reload. */
const savedDraftKey = (eventId: number): string => `comboi-till-kept-${eventId}`;

/** Null where the draft was sold from another tab, or holds nothing. */
export function readDraft(eventId: number): SaleDraft | null {
  remove(savedDraftKey(eventId));
  const draft = read(eventId);
  if (draft?.isSent === true && findUnanswered(draft.key) === null) {
    removeDraft(eventId);
    return null;
  }
  return draft === null || (!draft.isSent && isBlank(draft)) ? null : draft;
}

function isBlank({ category, means, lines, choice, quantity, texts, lostNeeds }: SaleDraft): boolean {
  const hasTexts = [choice.note, ...Object.values(texts)].some((text) => text !== '');
  const hasChosen = category !== 'public' || means !== 'cash' || quantity !== 1 || lines.length > 0 || !isEmptyChoice(choice);
  return !hasTexts && !hasChosen && lostNeeds !== true;
}

export function saveSaleDraft(eventId: number, draft: SaleDraft): void {
  const lines = draft.lines.map((line) => ({ ...line, choice: withoutNeeds(line.choice) }));
  const lostNeeds = draft.lostNeeds === true || [draft.choice, ...draft.lines.map(({ choice }) => choice)].some((choice) => choice.needs !== undefined && hasNeeds(choice.needs));
  write(storedUnder(eventId), { ...draft, choice: withoutNeeds(draft.choice), lines, ...(lostNeeds && { lostNeeds }), isSent: findUnanswered(draft.key)?.answer === null } satisfies StoredDraft);
}

function withoutNeeds({ needs: _needs, ...choice }: TicketChoice): TicketChoice {
  return choice;
}

export function draftWasSent(eventId: number): void {
  const draft = read(eventId);
  remove(savedDraftKey(eventId));
  if (draft !== null) write(storedUnder(eventId), { ...draft, isSent: true } satisfies StoredDraft);
}

/** After a refusal: the next desk starts with it. */
export function storeSaleDraft(eventId: number): void {
  const draft = read(eventId);
  write(savedDraftKey(eventId), true);
  if (draft !== null) write(storedUnder(eventId), { ...draft, isSent: false } satisfies StoredDraft);
}

export function leaveDraft(eventId: number): void {
  if (read(eventId)?.isSent !== true && readText(savedDraftKey(eventId)) === null) removeDraft(eventId);
}

export function removeDraft(eventId: number): void {
  remove(storedUnder(eventId));
}

function read(eventId: number): StoredDraft | null {
  return JSON.parse(readText(storedUnder(eventId)) ?? 'null');
}

function readText(name: string): string | null {
  try {
    return window.sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    window.sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is blocked or full: the draft lives as long as the page.
  }
}

function remove(name: string): void {
  try {
    window.sessionStorage.removeItem(name);
  } catch {
  }
}

import { useSyncExternalStore } from 'react';

import type { z } from 'zod';

import { TILL_SALES } from '#app/platform/client-state/till-sales.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';

import type { tillSaleSchema } from '../schema.ts';

/** `unknown`: whoever asks may not be told any more. */
export type SaleAnswer = { outcome: 'sold'; orderId: string } | { outcome: 'refused'; problem: string } | { outcome: 'unknown' };

/** A sale that was sent and whose answer this browser has not shown yet. */
export interface UnansweredSale {
  /** The idempotency key. */
  key: string;
  sessionId: string;
  eventId: number;
  /** '2 tiquets · 28,00 €, efectiu' */
  text: string;
  body: z.input<typeof tillSaleSchema>;
  /** By this browser's clock. */
  sentAt: number;
  /** The sending tab got no answer. */
  isLost: boolean;
  answer: SaleAnswer | null;
  /** What people can't eat came with it, which is in memory alone. */
  hasNeeds?: true;
}

const NONE: readonly UnansweredSale[] = [];
const listeners = new Set<() => void>();
/** Where storage is blocked. */
let memory: string | null = null;
const needyTickets = new Map<string, UnansweredSale['body']['tickets']>();
let last: { text: string | null; sales: readonly UnansweredSale[] } = { text: null, sales: NONE };

export function useUnansweredSales(): readonly UnansweredSale[] {
  return useSyncExternalStore(subscribe, readUnanswered, () => NONE);
}

/** Returns the same array for the same text, as `useSyncExternalStore` requires. */
function readUnanswered(): readonly UnansweredSale[] {
  const text = readText();
  if (text !== last.text) last = { text, sales: text === null ? NONE : JSON.parse(text) };
  return last.sales;
}

/** As it is to be sent, with what only this page knows. */
export function findUnanswered(key: string): UnansweredSale | null {
  const stored = readUnanswered().find((sale) => sale.key === key);
  return stored === undefined ? null : { ...stored, body: { ...stored.body, tickets: needyTickets.get(key) ?? stored.body.tickets } };
}

export function rememberSale(sale: UnansweredSale): void {
  const { tickets } = sale.body;
  const isNeedy = tickets.some(({ needs }) => needs);
  if (isNeedy) needyTickets.set(sale.key, tickets);
  const stored: UnansweredSale = isNeedy ? { ...sale, hasNeeds: true, body: { ...sale.body, tickets: tickets.map(({ needs: _needs, ...ticket }) => ticket) } } : sale;
  write([...readUnanswered().filter(({ key }) => key !== sale.key), stored]);
}

/** Of a sale that has become tickets. A page that was opened anew asks without needs: whether the first request came through nobody knows. */
export function salePath({ key, sessionId, hasNeeds }: UnansweredSale, orderId: string): string {
  return `/admin/till/${sessionId}/sales/${orderId}${hasNeeds === true && !needyTickets.has(key) ? '?necessitats=mirar' : ''}`;
}

export function changeUnanswered(key: string, change: Partial<Pick<UnansweredSale, 'isLost' | 'answer' | 'sentAt'>>): void {
  write(readUnanswered().map((sale) => (sale.key === key ? { ...sale, ...change } : sale)));
}

/** Restarts the time for automatic retries. */
export function askAnew(key: string): void {
  changeUnanswered(key, { sentAt: browserNow() });
}

export function forgetSale(key: string): void {
  needyTickets.delete(key);
  write(readUnanswered().filter((sale) => sale.key !== key));
}

function readText(): string | null {
  if (memory !== null) return memory;
  try {
    return window.localStorage.getItem(TILL_SALES);
  } catch {
    return null;
  }
}

function write(sales: readonly UnansweredSale[]): void {
  const text = JSON.stringify(sales);
  try {
    if (sales.length === 0) window.localStorage.removeItem(TILL_SALES);
    else window.localStorage.setItem(TILL_SALES, text);
    memory = null;
  } catch {
    memory = text;
  }
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Changes by other tabs arrive as `storage` events. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', notifyListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notifyListeners);
  };
}

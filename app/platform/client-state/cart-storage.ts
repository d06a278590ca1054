import { useEffect, useSyncExternalStore } from 'react';

import { type Cart, CART_LIFE_MS, emptyCart } from '#app/domain/cart/cart.ts';
import { parseCart, parseStoredCart } from '#app/domain/cart/stored-cart.ts';

import { browserNow, randomName } from '#app/design/ui/browser-facts.ts';

/** Each change is applied to what is stored now, so that two tabs add to each other. Where storage is blocked the carts live in memory. */
export type StoredCart = { known: false } | { known: true; cart: Cart; durable: boolean };

interface Snapshot {
  text: string | null;
  stored: StoredCart;
}

const UNKNOWN: StoredCart = { known: false };
const snapshots = new Map<number, Snapshot>();
const memory = new Map<number, string>();
const listeners = new Set<() => void>();

export function useCart(eventId: number): StoredCart {
  return useSyncExternalStore(
    subscribe,
    () => snapshotOf(eventId),
    () => UNKNOWN,
  );
}

/** Spec §2; counts only where storage has no cart and this one was not paid already. */
export function useCartFromNavigation(stored: StoredCart, eventId: number, state: unknown): void {
  const carried = carriedCart(stored, eventId, state);
  useEffect(() => {
    if (carried !== null) changeCart(eventId, () => carried);
  });
}

export function carriedCart(stored: StoredCart, eventId: number, state: unknown): Cart | null {
  if (!stored.known || stored.cart.tickets.length > 0) return null;
  if (typeof state !== 'object' || state === null || !('orderData' in state)) return null;
  const cart = parseCart(state.orderData, { eventId, now: browserNow() });
  return cart === null || cart.tickets.length === 0 || stored.cart.settledSeeds.includes(cart.seed) ? null : cart;
}

export function readCart(eventId: number): Cart {
  const stored = snapshotOf(eventId);
  return stored.known ? stored.cart : freshCart(eventId);
}

export function changeCart(eventId: number, change: (cart: Cart) => Cart): Cart {
  const before = readCart(eventId);
  const after = { ...change(before), expiresAt: browserNow() + CART_LIFE_MS };
  write(eventId, JSON.stringify(after));
  notify();
  return after;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', notify);
    // A page in the back-forward cache hears no storage events.
    window.addEventListener('pageshow', notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', notify);
    window.removeEventListener('pageshow', notify);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** The same object for the same text, as `useSyncExternalStore` demands. */
function snapshotOf(eventId: number): StoredCart {
  const text = read(eventId);
  const last = snapshots.get(eventId);
  if (last !== undefined && last.text === text && last.stored.known && last.stored.durable === !memory.has(eventId)) return last.stored;
  const cart = parseStoredCart(text, { eventId, now: browserNow() }) ?? freshCart(eventId);
  const stored: StoredCart = { known: true, cart, durable: !memory.has(eventId) };
  snapshots.set(eventId, { text, stored });
  return stored;
}

function freshCart(eventId: number): Cart {
  return emptyCart({ eventId, seed: randomName(), now: browserNow() });
}

function keyOf(eventId: number): string {
  return `comboi:cart:${eventId}`;
}

function read(eventId: number): string | null {
  const remembered = memory.get(eventId);
  if (remembered !== undefined) return remembered;
  try {
    return window.localStorage.getItem(keyOf(eventId));
  } catch {
    return null;
  }
}

function write(eventId: number, text: string): void {
  try {
    window.localStorage.setItem(keyOf(eventId), text);
    memory.delete(eventId);
  } catch {
    memory.set(eventId, text);
  }
}

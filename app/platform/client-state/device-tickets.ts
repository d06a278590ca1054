import { useEffect, useState } from 'react';

import { isRecord } from '#app/domain/record.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { browserNow, randomName } from '#app/design/ui/browser-facts.ts';

import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';

import { saveGuestCopy } from './offline/offline-copy.ts';

export interface DeviceOrder {
  orderNumber: string;
  eventDate: string;
  tickets: readonly PrintableTicket[];
}

interface StoredTickets {
  /** Null: not loaded yet, or not theirs. */
  order: DeviceOrder | null;
  /** An account stores its tickets elsewhere; only what the device already has is brought up to date. */
  signedIn: boolean;
}

const PREFIX = 'comboi:tickets:';
const RETENTION_DAYS_AFTER = 7;

/** Stores the tickets with the page that shows them without network; true once all of it is there. */
export function useStoredTickets({ order, signedIn }: StoredTickets): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    if (order === null) return;
    if (signedIn) return refreshDeviceTickets(order);
    if (!storeDeviceTickets(order) || order.tickets.length === 0 || !navigator.onLine) return;
    // The cached page also needs the ticket drawing's script.
    void import('#app/design/ticket-rendering/drawing/draw-ticket.ts').then(saveGuestCopy).then(setIsThere, () => undefined);
  }, [order, signedIn]);
  return isThere;
}

/** False where storage is not available. */
export function storeDeviceTickets(order: DeviceOrder): boolean {
  try {
    for (const [key, stored] of entries()) if (stored === null || stored.orderNumber === order.orderNumber) window.localStorage.removeItem(key);
    if (order.tickets.length > 0) window.localStorage.setItem(`${PREFIX}${randomName()}`, JSON.stringify(order));
    return true;
  } catch {
    return false;
  }
}

function refreshDeviceTickets(order: DeviceOrder): void {
  if (readDeviceTickets().some(({ orderNumber }) => orderNumber === order.orderNumber)) storeDeviceTickets(order);
}

export function ticketsBeside(orders: readonly DeviceOrder[], listed: ReadonlyMap<string, { isWithRecipient: boolean }>): PrintableTicket[] {
  return orders.flatMap(({ orderNumber, tickets }) =>
    tickets.filter(({ ticketNumber }) => {
      const own = listed.get(ticketNumber);
      // A taken ticket is kept under its own number, which is its sender's too.
      return own === undefined || (own.isWithRecipient && orderNumber === ticketNumber);
    }),
  );
}

export function readDeviceTickets(): DeviceOrder[] {
  try {
    const oldest = addDays(new Date(browserNow()).toISOString().slice(0, 10), -RETENTION_DAYS_AFTER);
    const found: DeviceOrder[] = [];
    for (const [key, stored] of entries()) {
      if (stored === null || stored.eventDate < oldest) window.localStorage.removeItem(key);
      else found.push(stored);
    }
    return found.toSorted((one, other) => one.eventDate.localeCompare(other.eventDate));
  } catch {
    return [];
  }
}

function entries(): [key: string, stored: DeviceOrder | null][] {
  const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(PREFIX));
  return keys.map((key) => [key, parse(window.localStorage.getItem(key) ?? '')]);
}

function parse(text: string): DeviceOrder | null {
  try {
    const stored: unknown = JSON.parse(text);
    return isDeviceOrder(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** An older version of the app may have written it. */
function isDeviceOrder(value: unknown): value is DeviceOrder {
  if (!isRecord(value) || typeof value['orderNumber'] !== 'string' || !Array.isArray(value['tickets'])) return false;
  return /^\d{4}-\d{2}-\d{2}$/.test(String(value['eventDate'])) && value['tickets'].every(isTicket);
}

function isTicket(value: unknown): boolean {
  if (!isRecord(value) || typeof value['price'] !== 'number' || !Array.isArray(value['menu']) || !Array.isArray(value['extras'])) return false;
  return ['id', 'ticketNumber', 'userRole', 'eventTitle', 'eventImage', 'dateText', 'time'].every((name) => typeof value[name] === 'string');
}

import { randomName } from '#app/design/ui/browser-facts.ts';

import type { DoorMode } from '#app/domain/door/mode.ts';

const KEY = 'comboi-door';

export interface DoorSettings {
  doorName: string;
  mark: string;
  isQuick: boolean;
  mode: DoorMode;
  event: { id: number; at: number } | null;
  cameraId: string | null;
}

const MARK_LENGTH = 4;
/** A reloaded page restores its state for one evening. */
const EVENING_MS = 12 * 60 * 60_000;
export const MAX_DOOR_NAME = 40;

export function readSettings(): DoorSettings {
  const fresh: DoorSettings = { doorName: 'Porta', mark: randomName().slice(0, MARK_LENGTH), isQuick: false, mode: 'in', event: null, cameraId: null };
  try {
    const saved: Partial<DoorSettings> | null = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const settings = { ...fresh, ...saved };
    if (saved === null) saveSettings(settings);
    return settings;
  } catch {
    return fresh;
  }
}

export function saveSettings(settings: DoorSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
  }
}

export function deviceOf({ doorName, mark }: DoorSettings): string {
  return `${doorName.trim() || 'Porta'} · ${mark}`;
}

export function eventOfTheEvening({ event }: DoorSettings, now: number): number | null {
  return event !== null && now - event.at < EVENING_MS ? event.id : null;
}

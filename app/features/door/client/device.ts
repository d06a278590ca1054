import { randomName } from '#app/ui/browser-facts.ts';

import type { DoorMode } from './door-mode.ts';

const KEY = 'comboi-door';

export interface DoorSettings {
  doorName: string;
  /** Tells two phones of one name apart. */
  mark: string;
  isQuick: boolean;
  mode: DoorMode;
  cameraId: string | null;
}

const MARK_LENGTH = 4;
export const MAX_DOOR_NAME = 40;

export function readSettings(): DoorSettings {
  const fresh: DoorSettings = { doorName: 'Porta', mark: randomName().slice(0, MARK_LENGTH), isQuick: false, mode: 'in', cameraId: null };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<DoorSettings> | null;
    const settings = { ...fresh, ...kept };
    if (kept === null) saveSettings(settings);
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

import { randomName } from '#app/ui/browser-facts.ts';

const KEY = 'comboi-door';

/** What a phone keeps about itself between evenings. */
export interface DoorSettings {
  /** As the door is called: 'Porta 1'. */
  doorName: string;
  /** Its own mark, so that two phones of one name are two. */
  mark: string;
  isQuick: boolean;
  cameraId: string | null;
}

const MARK_LENGTH = 4;
export const MAX_DOOR_NAME = 40;

export function readSettings(): DoorSettings {
  const fresh: DoorSettings = { doorName: 'Porta', mark: randomName().slice(0, MARK_LENGTH), isQuick: false, cameraId: null };
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
    // Where nothing is kept, the phone is a new one each time.
  }
}

export function deviceOf({ doorName, mark }: DoorSettings): string {
  return `${doorName.trim() || 'Porta'} · ${mark}`;
}

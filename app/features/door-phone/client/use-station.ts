import { useMemo, useState } from 'react';

import { type DoorMode, modesOf } from '#app/domain/door/mode.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import type { DoorEventOption, DoorSession } from '#app/features/door/schema.ts';

import { type DoorSettings, deviceOf, eventOfTheEvening, readSettings, saveSettings } from './device.ts';
import { type PreHydrationInput, preHydrationInput } from './pre-hydration-input.ts';
import type { Station } from './link/link.ts';

const START: DoorSettings = { doorName: 'Porta', mark: '', isQuick: false, mode: 'in', event: null, cameraId: null };

export interface UsedStation {
  settings: DoorSettings;
  change: (settings: DoorSettings) => void;
  chooseEvent: (eventId: number) => void;
  event: DoorEventOption | null;
  mode: DoorMode;
  station: Station;
  others: readonly number[];
  /** Typed before hydration. */
  earlyText: string;
}

export function useStation({ events }: DoorSession): UsedStation {
  const hydrated = useHydrated();
  // Known only after hydration: the server has no settings.
  const [openedAt] = useState(browserNow);
  const [early] = useState(preHydrationInput);
  const stored = useMemo(() => (hydrated ? storedSettings(early, openedAt) : START), [hydrated, early, openedAt]);
  const [changed, setSettings] = useState<DoorSettings | null>(null);
  const settings = changed ?? stored;
  const chosen = eventOfTheEvening(settings, openedAt);
  const event = events.find(({ id }) => id === chosen) ?? events[0] ?? null;
  const eventId = event?.id ?? 0;
  const device = deviceOf(settings);
  const station = useMemo(() => ({ eventId, device }), [eventId, device]);
  const others = useMemo(() => events.filter(({ id, isToday }) => isToday && id !== eventId).map(({ id }) => id), [events, eventId]);

  function change(next: DoorSettings): void {
    setSettings(next);
    saveSettings(next);
  }
  return {
    settings,
    change,
    chooseEvent: (id) => change({ ...settings, event: { id, at: browserNow() } }),
    event,
    mode: modesOf(event).includes(settings.mode) ? settings.mode : 'in',
    station,
    others,
    earlyText: hydrated ? early.text : '',
  };
}

function storedSettings(early: PreHydrationInput, now: number): DoorSettings {
  const settings = readSettings();
  return early.eventId === null ? settings : { ...settings, event: { id: early.eventId, at: now } };
}

import { type ReactNode, useState } from 'react';

import { useWakeLock } from '#app/design/ui/hooks/use-wake-lock.ts';

import type { DoorState } from '../../client/door-state.ts';
import type { FoundTicket } from '../../client/link/link.ts';
import { useKeyboardScanner } from '../../client/scanning/keyboard-scanner.ts';
import { wakeSound } from '../../client/signals.ts';
import type { DoorActions } from '../../client/use-door.ts';
import type { UsedStation } from '../../client/use-station.ts';
import styles from './door.module.css';
import { ManualEntry } from './manual-entry.tsx';
import { ScanPanel } from './scan-panel.tsx';

interface ScanEntryProps {
  state: DoorState;
  actions: DoorActions;
  used: UsedStation;
  camera: CameraState;
  onCamera: (camera: CameraState) => void;
  /** Null without the right to search. */
  onSearch: ((text: string) => Promise<FoundTicket[]>) | null;
}

interface CameraState {
  isOpen: boolean;
  error: string | null;
}

export const CLOSED_CAMERA: CameraState = { isOpen: false, error: null };

export function ScanEntry({ state: { displayed, busy }, actions, used: { settings, change, earlyText }, camera, onCamera, onSearch }: ScanEntryProps): ReactNode {
  const [typed, setText] = useState<string | null>(null);
  useWakeLock(camera.isOpen || settings.isQuick);
  useKeyboardScanner((code) => actions.scan(code, 'scanner'));
  const succeeded = displayed?.step === 'result' && displayed.answer.success ? displayed.key : null;
  const [cleared, setCleared] = useState<number | null>(null);
  if (succeeded !== null && succeeded !== cleared) {
    setCleared(succeeded);
    setText('');
  }

  function open(): void {
    wakeSound();
    actions.clear();
    onCamera({ isOpen: true, error: null });
  }
  function onCode(code: string): void {
    if (!settings.isQuick) onCamera(CLOSED_CAMERA);
    actions.scan(code, 'camera');
  }
  function onClose(error: string | null): void {
    onCamera({ isOpen: false, error });
    // The remembered camera is gone.
    if (error !== null && settings.cameraId !== null) change({ ...settings, cameraId: null });
  }
  function submit(text: string, by: 'typed' | 'scanner'): void {
    wakeSound();
    actions.scan(text, by);
  }

  const panel = <ScanPanel cameraId={settings.cameraId} onChooseCamera={(cameraId) => change({ ...settings, cameraId: cameraId || null })} onCode={onCode} onClose={onClose} />;
  return (
    <>
      {camera.isOpen ? <div className={displayed === null ? undefined : styles.aside}>{panel}</div> : null}
      {displayed === null && !camera.isOpen ? (
        <button type="button" className={styles.scan} onClick={open}>
          <span aria-hidden="true">📷</span> Escanejar codi QR
        </button>
      ) : null}
      {displayed === null ? <ManualEntry text={typed ?? earlyText} onText={setText} onSubmit={submit} isBusy={busy === 'verify'} onSearch={onSearch} /> : null}
    </>
  );
}

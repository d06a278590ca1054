import { useEffect } from 'react';

export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isEnded = false;
    async function take(): Promise<void> {
      if (document.visibilityState !== 'visible') return;
      const taken = await navigator.wakeLock.request('screen').catch(() => null);
      if (isEnded) await taken?.release();
      else lock = taken;
    }
    // The browser lets go of it whenever the page is out of sight.
    const takeAgain = (): void => void take();
    takeAgain();
    document.addEventListener('visibilitychange', takeAgain);
    return () => {
      isEnded = true;
      document.removeEventListener('visibilitychange', takeAgain);
      void lock?.release();
    };
  }, [isOn]);
}

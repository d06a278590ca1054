import { useEffect, useEffectEvent } from 'react';

import { NOTHING_TYPED, pressKey } from './keyboard-scanner.ts';

/** Fields that take keys; a checkbox or radio does not. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, dialog';

export function useKeyboardScanner(onCode: (text: string) => void): void {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    let typed = NOTHING_TYPED;
    function listen(event: KeyboardEvent): void {
      const isInField = event.target instanceof HTMLElement && event.target.closest(FIELDS) !== null;
      if (isInField || event.ctrlKey || event.metaKey || event.altKey) return;
      const pressed = pressKey(typed, { key: event.key, at: event.timeStamp });
      typed = pressed.typed;
      if (pressed.code === null) return;
      // Enter would press the focused button.
      event.preventDefault();
      take(pressed.code);
    }
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

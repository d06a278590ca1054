import { useRef } from 'react';

import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';

import { NOTHING_TYPED, pressKey } from './keyboard-scanner.ts';

/** Fields that take keys; a checkbox or radio does not. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, dialog';

export function useKeyboardScanner(onCode: (text: string) => void): void {
  const typed = useRef(NOTHING_TYPED);
  function listen(event: KeyboardEvent): void {
    const isInField = event.target instanceof HTMLElement && event.target.closest(FIELDS) !== null;
    if (isInField || event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = pressKey(typed.current, { key: event.key, at: event.timeStamp });
    typed.current = pressed.typed;
    if (pressed.code === null) return;
    // Enter would press the focused button.
    event.preventDefault();
    onCode(pressed.code);
  }
  useEventListener('window', 'keydown', listen, { capture: true });
}

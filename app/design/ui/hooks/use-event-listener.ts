import { useEffect, useEffectEvent } from 'react';

/** An event of the window or the document, whose listener always sees the latest render; null: not now. `capture`: before the page's own handlers. */
export function useEventListener<Type extends keyof WindowEventMap>(target: 'window', type: Type, listener: ((event: WindowEventMap[Type]) => void) | null, options?: { capture: boolean }): void;
export function useEventListener<Type extends keyof DocumentEventMap>(target: 'document', type: Type, listener: ((event: DocumentEventMap[Type]) => void) | null, options?: { capture: boolean }): void;
export function useEventListener(target: 'window' | 'document', type: string, listener: ((event: never) => void) | null, { capture } = { capture: false }): void {
  const isOn = listener !== null;
  const onEvent = useEffectEvent((event: never) => listener?.(event));
  useEffect(() => {
    if (!isOn) return undefined;
    const source = target === 'window' ? window : document;
    const listening = new AbortController();
    source.addEventListener(type, (event) => onEvent(event as never), { capture, signal: listening.signal });
    return () => listening.abort();
  }, [target, type, isOn, capture]);
}

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Focuses the element of the ref on mounting and with each change of `occasions`, where it `isWanted` just then. */
export function useFocusWhen<Focused extends HTMLElement>(isWanted: boolean, occasions: readonly unknown[] = [], focus: (element: Focused) => void = takeFocus): RefObject<Focused | null> {
  const element = useRef<Focused>(null);
  const give = useEffectEvent(() => {
    if (isWanted && element.current !== null) focus(element.current);
  });
  // oxlint-disable-next-line react/exhaustive-deps -- The caller says when, not what is read.
  useEffect(() => give(), occasions);
  return element;
}

function takeFocus(element: HTMLElement): void {
  element.focus();
}

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** A `<dialog>` opened and closed by a prop, which has no attribute for being modal. */
export function useModal(isOpen: boolean, open: (dialog: HTMLDialogElement) => void = showModal): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const onOpen = useEffectEvent(open);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === isOpen) return;
    if (isOpen) onOpen(element);
    else element.close();
  }, [isOpen]);
  return dialog;
}

function showModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
}

import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** For the form that it returns: `read` is given what was typed before the scripts came, which the first redraw would undo. */
export function useTypedBeforeScripts(read: (typed: FormData) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const onMount = useEffectEvent(() => read(new FormData(form.current!)));
  useLayoutEffect(() => onMount(), []);
  return form;
}

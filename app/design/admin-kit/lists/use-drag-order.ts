import { type PointerEvent, useRef } from 'react';

interface DragOrderOptions {
  items: () => HTMLElement[];
  onMove: (move: { from: number; to: number }) => void;
}

interface Drag {
  from: number;
  to: number;
  startY: number;
  pointerY: number;
  items: HTMLElement[];
  places: { top: number; height: number }[];
  frame: number;
}

interface GripHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

const EDGE_PX = 72;
const SCROLL_STEP_PX = 10;

export function useDragOrder({ items, onMove }: DragOrderOptions): (index: number) => GripHandlers {
  const drag = useRef<Drag | null>(null);

  function start(event: PointerEvent<HTMLElement>, from: number): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const elements = items();
    const places = elements.map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return { top: top + window.scrollY, height };
    });
    drag.current = { from, to: from, startY: event.clientY + window.scrollY, pointerY: event.clientY, items: elements, places, frame: requestAnimationFrame(follow) };
    elements[from]?.setAttribute('data-dragged', '');
  }

  /** Each frame, since the page may scroll under a resting finger. */
  function follow(): void {
    const now = drag.current;
    if (now === null) return;
    if (now.pointerY < EDGE_PX) window.scrollBy(0, -SCROLL_STEP_PX);
    if (now.pointerY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_STEP_PX);
    const shift = now.pointerY + window.scrollY - now.startY;
    now.to = targetOf(now, shift);
    for (const [index, item] of now.items.entries()) item.style.transform = `translateY(${index === now.from ? shift : roomFor(now, index)}px)`;
    now.frame = requestAnimationFrame(follow);
  }

  function end(isDone: boolean): void {
    const last = drag.current;
    if (last === null) return;
    drag.current = null;
    cancelAnimationFrame(last.frame);
    for (const item of last.items) item.style.removeProperty('transform');
    last.items[last.from]?.removeAttribute('data-dragged');
    if (isDone && last.to !== last.from) onMove({ from: last.from, to: last.to });
  }

  return (index) => ({
    onPointerDown: (event) => start(event, index),
    onPointerMove: ({ clientY }) => {
      if (drag.current !== null) drag.current.pointerY = clientY;
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  });
}

function targetOf({ from, places }: Drag, shift: number): number {
  const { top, height } = placeAt(places, from);
  const middle = (index: number): number => placeAt(places, index).top + placeAt(places, index).height / 2;
  let to = from;
  if (shift < 0) while (to > 0 && top + shift < middle(to - 1)) to -= 1;
  else while (to < places.length - 1 && top + height + shift > middle(to + 1)) to += 1;
  return to;
}

function placeAt(places: Drag['places'], index: number): { top: number; height: number } {
  return places[index] ?? { top: 0, height: 0 };
}

function roomFor({ from, to, places }: Drag, index: number): number {
  const [first, second] = places;
  const gap = first === undefined || second === undefined ? 0 : second.top - first.top - first.height;
  const height = placeAt(places, from).height + gap;
  if (from < index && index <= to) return -height;
  return to <= index && index < from ? height : 0;
}

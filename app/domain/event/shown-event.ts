/** What is known of an event before its page is there: it stays in sight while the page is on its way. */
export interface ShownEvent {
  title: string;
  /** An emoji. */
  image: string;
}

/** As the navigation state of a link to the event. */
export function shownEvent({ title, image }: ShownEvent): { shownEvent: ShownEvent } {
  return { shownEvent: { title, image } };
}

/** The state is whatever an old tab put there. */
export function readShownEvent(state: unknown): ShownEvent | null {
  if (typeof state !== 'object' || state === null || !('shownEvent' in state)) return null;
  const { shownEvent: event } = state;
  if (typeof event !== 'object' || event === null || !('title' in event) || !('image' in event)) return null;
  const { title, image } = event;
  return typeof title === 'string' && typeof image === 'string' ? { title, image } : null;
}

/** Carried by the link, for the skeleton of the event's page. */
export interface ShownEvent {
  title: string;
  image: string;
}

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

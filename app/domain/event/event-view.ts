export interface EventView {
  title: string;
  image: string;
}

export function eventViewState({ title, image }: EventView): { displayedEvent: EventView } {
  return { displayedEvent: { title, image } };
}

export function readEventView(state: unknown): EventView | null {
  if (typeof state !== 'object' || state === null || !('displayedEvent' in state)) return null;
  const { displayedEvent: event } = state;
  if (typeof event !== 'object' || event === null || !('title' in event) || !('image' in event)) return null;
  const { title, image } = event;
  return typeof title === 'string' && typeof image === 'string' ? { title, image } : null;
}

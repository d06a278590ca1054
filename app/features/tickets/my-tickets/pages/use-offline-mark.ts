import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';
import { takeOfflineMark } from '#app/platform/client-state/offline/offline-copy.ts';

const take: Subscribe<true> = (emit) => {
  if (takeOfflineMark()) emit(true);
};
const leave: Subscribe<true> = () => undefined;

/** Whether the page is the copy stored on this device. Reading takes the mark away: false where another component reads it. */
export function useOfflineMark(isReader: boolean): boolean {
  return useSubscription(isReader ? take : leave) === true;
}

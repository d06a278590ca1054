import type { ShouldRevalidateFunctionArgs } from 'react-router';

const CONFLICT = 409;

/**
 * The `shouldRevalidate` of a page whose forms may come too late: the refusal means that things are no longer as they
 * stand there, so they are read anew. By itself the framework does that only after a success.
 */
export function revalidateOnConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === CONFLICT || defaultShouldRevalidate;
}

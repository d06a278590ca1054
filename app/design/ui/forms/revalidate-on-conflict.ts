import type { ShouldRevalidateFunctionArgs } from 'react-router';

const CONFLICT = 409;

/** A `shouldRevalidate` that loads the page anew after a 409 too; the framework does so only after a success. */
export function revalidateOnConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === CONFLICT || defaultShouldRevalidate;
}

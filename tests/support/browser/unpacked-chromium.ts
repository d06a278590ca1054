import { chromiumPath } from './browser.ts';

/** Before workers start that would unpack it at the same time, one of them over the other's. */
export default async function setup(): Promise<void> {
  await chromiumPath();
}

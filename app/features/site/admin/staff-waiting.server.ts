import type { Waiting } from '#app/feature.server.ts';
import { stateKey } from '#app/platform/app-state.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

export const staffWaiting = stateKey<readonly Waiting[]>('what waits for the staff');

export async function countStaffWaiting(deps: Deps, pages: readonly string[]): Promise<Record<string, number>> {
  const waiting = deps.state.get(staffWaiting).filter(({ page }) => pages.includes(page));
  return Object.fromEntries(await Promise.all(waiting.map(async ({ page, count }) => [page, await count(deps)] as const)));
}

import { requestRefunds } from '#app/features/payments/refunds/request-refunds.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

export async function requestRefund(deps: Deps, request: Parameters<typeof requestRefunds>[1][number]): Promise<Awaited<ReturnType<typeof requestRefunds>>[number]> {
  return (await requestRefunds(deps, [request]))[0]!;
}

import { createHash } from 'node:crypto';

import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import { RendererBusy } from '#app/design/ticket-rendering/ticket-renderer.server.ts';

/** Drawing is expensive, so it is limited by key and by network. A refused request is not counted. */
export async function withinDrawingLimits<Drawn>({ limits, key, network }: { limits: RateLimits; key: string; network: string }, draw: () => Promise<Drawn>): Promise<Drawn | { outcome: 'later'; retryAfterSeconds: number }> {
  const keyHash = createHash('sha256').update(key).digest('hex');
  const wait = (await limits.take('ticket_document_of_key', keyHash)) ?? (await limits.take('ticket_document_of_address', network));
  if (wait !== null) return { outcome: 'later', retryAfterSeconds: wait };
  try {
    return await draw();
  } catch (error) {
    if (error instanceof RendererBusy) await Promise.all([limits.refund('ticket_document_of_key', keyHash), limits.refund('ticket_document_of_address', network)]);
    throw error;
  }
}

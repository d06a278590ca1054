import type { Semaphore } from '#app/platform/adapters/semaphore.server.ts';

import { Refusal } from './refusal.server.ts';

const RETRY_S = 5;
/** A reader who stopped reading keeps nobody else waiting for longer. */
const LONGEST_MS = 5 * 60_000;

/** Holds a slot until the answer is read. `busy`: the answer when too many wait. */
export async function answerWithSlot(semaphore: Semaphore, { request, busy }: { request: Request; busy: string }, make: () => Response | Promise<Response>): Promise<Response> {
  const end = await semaphore.enter({ signal: request.signal });
  if (end === null) throw new Refusal('BUSY', { retryAfterSeconds: RETRY_S, message: busy });
  try {
    const answer = await make();
    if (request.method !== 'HEAD' && answer.body !== null) return new Response(untilRead(answer.body, end), answer);
    // Nobody would read the body of a HEAD, nor end it.
    await answer.body?.cancel();
    end();
    return new Response(null, answer);
  } catch (error) {
    end();
    throw error;
  }
}

function untilRead(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let cutOff = (): void => {};
  const timer = setTimeout(() => {
    void reader.cancel('it takes too long').catch(() => undefined).finally(ended);
    cutOff();
  }, LONGEST_MS);
  timer.unref();
  function end(): void {
    clearTimeout(timer);
    ended();
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      // A proper end would make a partial body look complete.
      cutOff = () => controller.error(new Error('it takes too long'));
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
        } else controller.enqueue(value);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}

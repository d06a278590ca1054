import { type CheckoutRequest, ExpiryTooShort, type OpenedSession, type PaymentProvider, type ProviderWithoutPace } from '../payment-provider.server.ts';
import { createCheckoutQueue, type Pace, type Queued } from './checkout-queue.server.ts';

const LONGEST_SILENT_WAIT_MS = 2_000;

/** Opens no more sessions at a time than the provider accepts, and queues the others. */
export function paced(provider: ProviderWithoutPace, { timeoutFactor, ...pace }: Pace & { timeoutFactor: number }): PaymentProvider {
  const queue = createCheckoutQueue({ ...pace, provider: provider.name, open });

  async function open(entry: Queued): Promise<OpenedSession> {
    try {
      return await provider.openSession(entry.request);
    } catch (error) {
      const renewed = error instanceof ExpiryTooShort ? await entry.request.renew() : null;
      if (renewed === null) throw error;
      entry.request = renewed;
      return provider.openSession(renewed);
    }
  }

  async function openSession(request: CheckoutRequest): Promise<OpenedSession | 'queued'> {
    const entry = queue.enqueue(request);
    return new Promise((resolve, reject) => {
      const goOnAlone = (): void => {
        resolve('queued');
        unattended(entry);
      };
      const timer = setTimeout(() => (entry.isRequested ? entry.onRequeued.push(goOnAlone) : goOnAlone()), LONGEST_SILENT_WAIT_MS * timeoutFactor).unref();
      void entry.end.promise.then((session) => resolve(session ?? 'queued'), reject).finally(() => clearTimeout(timer));
    });
  }

  function unattended(entry: Queued): void {
    if (entry.isUnattended) return;
    entry.isUnattended = true;
    const { opened, failed } = entry.request;
    void entry.end.promise.then((session) => session && opened(session), failed);
  }

  return { ...provider, isPaced: true, openSession };
}

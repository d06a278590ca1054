import { type PaymentProvider, PaymentUnavailable } from './payment-provider.server.ts';

/** Outside the demo, until a real provider is connected: nothing can be paid, and everything says so. */
export function createNoProvider(): PaymentProvider {
  const unavailable = async (): Promise<never> => {
    throw new PaymentUnavailable('no payment provider is connected');
  };
  return {
    name: 'stripe',
    openSession: unavailable,
    fetchSession: unavailable,
    expireSession: unavailable,
    refund: unavailable,
    readEvent: () => null,
  };
}

import type { Sandbox, SandboxPage } from '#app/platform/adapters/payments/sandbox/sandbox.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

export async function sandboxPage(deps: Deps, paymentId: string): Promise<SandboxPage | null> {
  return (await sandboxOf(deps)?.readPage(paymentId)) ?? null;
}

export async function actOnSandboxPage(deps: Deps, paymentId: string, action: string): Promise<{ location: string } | null> {
  const sandbox = sandboxOf(deps);
  const page = await sandbox?.readPage(paymentId);
  if (!sandbox || !page) return null;
  const here = `/dev/pay/${paymentId}`;
  switch (action) {
    case 'pay':
      await sandbox.pay(paymentId);
      return { location: page.successUrl };
    case 'decline':
      await sandbox.decline(paymentId);
      return { location: page.status === 'open' ? `${here}?declined=1` : here };
    case 'cancel':
      await sandbox.cancel(paymentId);
      return { location: page.status === 'complete' ? page.successUrl : page.cancelUrl };
    default:
      return { location: here };
  }
}

function sandboxOf(deps: Deps): Sandbox | null {
  return deps.env.demo && deps.payments.name === 'sandbox' ? (deps.payments as Sandbox) : null;
}

import type { ReactNode } from 'react';

import { Button } from '#app/design/ui/button.tsx';

export function SandboxButtons({ status }: { status: 'open' | 'complete' | 'expired' }): ReactNode {
  return (
    <>
      {status === 'complete' ? null : (
        <Button type="submit" name="action" value="pay" tone={status === 'open' ? 'primary' : 'quiet'} wide>
          {PAY[status]}
        </Button>
      )}
      {status === 'open' ? (
        <Button type="submit" name="action" value="decline" tone="quiet" wide>
          Rebutjar
        </Button>
      ) : null}
      <Button type="submit" name="action" value="cancel" tone={status === 'open' ? 'text' : 'primary'} wide>
        {status === 'complete' ? 'Torna a la comanda' : 'Cancel·lar'}
      </Button>
    </>
  );
}

const PAY = {
  open: 'Pagar',
  expired: 'Pagar tard (prova)',
};

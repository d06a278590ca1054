import WalletCards from 'lucide-react/icons/wallet-cards';
import type { ReactNode } from 'react';

import { ButtonAnchor } from '#app/design/ui/button.tsx';
import { useBrowserFact } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

export interface WalletLinksProps {
  wallets: { apple: boolean; google: boolean };
  call: string;
  ticketNumber: string;
}

export function WalletLinks({ wallets, call, ticketNumber }: WalletLinksProps): ReactNode {
  const phone = useBrowserFact(makerOfPhone, null);
  const [apple, google] = [wallets.apple && phone !== 'google', wallets.google && phone !== 'apple'];
  if (!apple && !google) return null;
  return (
    <div className={`${ui.cluster2} ${ui.noPrint}`}>
      {apple ? <WalletLink address={`${call}/apple-wallet`} name="Apple Wallet" ticketNumber={ticketNumber} /> : null}
      {google ? <WalletLink address={`${call}/google-wallet`} name="Google Wallet" ticketNumber={ticketNumber} /> : null}
    </div>
  );
}

function WalletLink({ address, name, ticketNumber }: { address: string; name: string; ticketNumber: string }): ReactNode {
  return (
    <ButtonAnchor tone="quiet" href={address} aria-label={`Afegir a ${name} el ticket ${ticketNumber}`}>
      <WalletCards size={18} aria-hidden="true" /> {name}
    </ButtonAnchor>
  );
}

function makerOfPhone(): 'apple' | 'google' | null {
  if (/iPhone|iPad/.test(navigator.userAgent)) return 'apple';
  return /Android/.test(navigator.userAgent) ? 'google' : null;
}

import type { ReactNode } from 'react';

import { UnreadBanner } from '#app/design/ui/feedback/unread-banner.tsx';

export function EventsUnread(): ReactNode {
  return <UnreadBanner title="No hem pogut carregar els esdeveniments">Comprova la connexió i torna-ho a provar. No és que no n'hi haja: és que ara no els podem llegir.</UnreadBanner>;
}

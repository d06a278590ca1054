import type { ReactNode } from 'react';

import { UnreadBanner } from '#app/design/ui/feedback/unread-banner.tsx';

export function NewsUnread(): ReactNode {
  return <UnreadBanner title="Error al cargar las noticias">Comprova la connexió i torna-ho a provar. No és que no n'hi haja: és que ara no les podem llegir.</UnreadBanner>;
}

import Share2 from 'lucide-react/icons/share-2';
import type { MouseEvent, ReactNode } from 'react';

export interface Sharing {
  title: string;
  text: string;
  url: string;
}

export interface ShareLinkProps extends Sharing {
  className?: string | undefined;
  iconSize?: number;
}

/** Before scripts, and where the device can't share, WhatsApp. */
export function ShareLink({ title, text, url, className, iconSize = 18 }: ShareLinkProps): ReactNode {
  function share(event: MouseEvent<HTMLAnchorElement>): void {
    if (typeof navigator.share !== 'function') return;
    event.preventDefault();
    // Closing the sheet rejects.
    void navigator.share({ title, text, url }).catch(() => undefined);
  }

  return (
    <a className={className} href={whatsAppLink({ text, url })} target="_blank" rel="noopener noreferrer" onClick={share}>
      <Share2 size={iconSize} aria-hidden="true" /> Compartir
    </a>
  );
}

export function whatsAppLink({ text, url }: Pick<Sharing, 'text' | 'url'>): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}`;
}

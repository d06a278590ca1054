import Share2 from 'lucide-react/icons/share-2';
import type { MouseEvent, ReactNode } from 'react';

import { ButtonAnchor, type ButtonTone } from './button.tsx';

export interface Sharing {
  title: string;
  text: string;
  url: string;
}

export interface ShareLinkProps extends Sharing {
  /** Without one it looks like a button. */
  className?: string | undefined;
  tone?: ButtonTone;
  iconSize?: number;
  label?: string;
}

/** Before scripts, and where the device can't share, WhatsApp. */
export function ShareLink({ title, text, url, className, iconSize = 18, label = 'Compartir', tone = 'quiet' }: ShareLinkProps): ReactNode {
  function share(event: MouseEvent<HTMLAnchorElement>): void {
    if (typeof navigator.share !== 'function') return;
    event.preventDefault();
    // Closing the sheet rejects.
    void navigator.share({ title, text, url }).catch(() => undefined);
  }

  const link = { href: whatsAppLink({ text, url }), target: '_blank', rel: 'noopener noreferrer', onClick: share };
  const words = (
    <>
      <Share2 size={iconSize} aria-hidden="true" /> {label}
    </>
  );
  return className === undefined ? (
    <ButtonAnchor tone={tone} {...link}>
      {words}
    </ButtonAnchor>
  ) : (
    <a className={className} {...link}>
      {words}
    </a>
  );
}

export function whatsAppLink({ text, url }: Pick<Sharing, 'text' | 'url'>): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}`;
}

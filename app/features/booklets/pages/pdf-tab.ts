import { useState } from 'react';

/** At most so wide the PDF opens in a tab of its own (specification §2). */
const PHONE = '(max-width: 768px)';

export function isPhone(): boolean {
  return window.matchMedia(PHONE).matches;
}

/**
 * Loads a PDF and opens it in a tab. It is opened by its own address, which the browser then has at hand: an address made for
 * the page's memory would stand under the page's policy, which lets no viewer run. Where a tab is refused, or nothing could be
 * loaded, the address is opened here.
 */
export function usePdfTab(url: string): { message: string; open: () => Promise<void> } {
  const [message, setMessage] = useState('');

  async function open(): Promise<void> {
    setMessage('Carregant PDF...');
    const isLoaded = await load(url);
    const tab = isLoaded ? window.open(url, '_blank') : null;
    if (tab === null) window.location.assign(url);
    setMessage(isLoaded ? "S'ha obert el PDF" : '');
  }

  return { message, open };
}

/** Reads it to its end, and keeps nothing of it: the browser's own store does. */
async function load(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    const reader = response.ok ? response.body?.getReader() : undefined;
    if (!reader) return false;
    while (!(await reader.read()).done);
    return true;
  } catch {
    return false;
  }
}

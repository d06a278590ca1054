import { useState } from 'react';

/** Up to this width the PDF opens in a tab of its own (specification §2). */
const PHONE = '(max-width: 768px)';

export function isPhone(): boolean {
  return window.matchMedia(PHONE).matches;
}

/** Loads the PDF, then opens it by its own address from the browser's cache: under this page's policy no viewer runs for a `blob:` address. */
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

/** Reads to the end without keeping anything: only the browser's cache is to be filled. */
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

import { browserNow } from '#app/design/ui/browser-facts.ts';

/** Spec §4 and §9. A hint stored in this browser; the server decides. */
const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1000;
const PREFIX = 'comboi:sent:';

export function rememberSent(orderId: string): void {
  try {
    window.localStorage.setItem(`${PREFIX}${orderId}`, String(browserNow()));
    forgetOld();
  } catch {
  }
}

export function wasSent(orderId: string): boolean {
  try {
    const at = Number(window.localStorage.getItem(`${PREFIX}${orderId}`));
    return at > browserNow() - REMEMBERED_MS;
  } catch {
    return false;
  }
}

function forgetOld(): void {
  for (const key of Object.keys(window.localStorage)) {
    if (key.startsWith(PREFIX) && !wasSent(key.slice(PREFIX.length))) window.localStorage.removeItem(key);
  }
}

import type { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** `unreachable` is retried; `gone` is not. */
export type FileReach = 'reached' | 'unreachable' | 'gone';

type TransportClass = new (length: number, initialData: Uint8Array | null) => PDFDataRangeTransport;

const AGAIN_MS = [500, 1_000, 2_000, 4_000];

/** A range transport that retries: the library's own one gives up for good after one lost connection. */
export function rangedFile(Transport: TransportClass, { url, length, onReach }: { url: string; length: number; onReach: (reach: FileReach) => void }): PDFDataRangeTransport {
  const leaving = new AbortController();

  async function bring(transport: PDFDataRangeTransport, begin: number, end: number): Promise<void> {
    for (let tries = 0; !leaving.signal.aborted; tries += 1) {
      const answer = await ask(url, { begin, end, signal: leaving.signal });
      if (leaving.signal.aborted) return;
      onReach(answer === 'gone' ? 'gone' : answer === null ? 'unreachable' : 'reached');
      if (answer === 'gone') return;
      if (answer !== null) return transport.onDataRange(begin, answer);
      await untilReachable(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)]!);
    }
  }

  class RangedFile extends Transport {
    override requestDataRange(begin: number, end: number): void {
      void bring(this, begin, end);
    }

    override abort(): void {
      leaving.abort();
    }
  }

  return new RangedFile(length, null);
}

/** Null where a retry may succeed. `end` is exclusive. */
async function ask(url: string, { begin, end, signal }: { begin: number; end: number; signal: AbortSignal }): Promise<Uint8Array | 'gone' | null> {
  try {
    const response = await fetch(url, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal });
    if (response.status === 206) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    return response.status >= 400 && response.status < 500 && response.status !== 429 ? 'gone' : null;
  } catch {
    return null;
  }
}

/** Resolves after a delay, or earlier on the browser's `online` event. */
function untilReachable(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    }
    window.addEventListener('online', end);
  });
}

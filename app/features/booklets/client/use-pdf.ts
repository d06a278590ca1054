import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useCallback } from 'react';

import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';

import { loadPdfjs, type Pdfjs, pdfjsOptions } from './pdfjs.ts';
import { rangedFile, type FileReach } from './ranged-file.ts';

export type PdfProblem = 'locked' | 'unreadable' | 'gone';

export type PdfState = { state: 'loading' } | { state: 'ready'; document: PDFDocumentProxy; pdfjs: Pdfjs } | { state: 'failed'; problem: PdfProblem };

/** `isUnreachable`: offline; missing parts are fetched once the connection is back. */
export function usePdf({ url, bytes, isWanted }: { url: string; bytes: number; isWanted: boolean }): { pdf: PdfState; isUnreachable: boolean } {
  const follow = useCallback<Subscribe<ReachedPdf>>(
    (emit, signal) => {
      if (isWanted) openPdf({ url, bytes, signal, emit });
    },
    [url, bytes, isWanted],
  );
  return useSubscription(follow) ?? LOADING;
}

interface ReachedPdf {
  pdf: PdfState;
  isUnreachable: boolean;
}

const LOADING: ReachedPdf = { pdf: { state: 'loading' }, isUnreachable: false };

function openPdf({ url, bytes, signal, emit }: { url: string; bytes: number; signal: AbortSignal; emit: (reached: ReachedPdf) => void }): void {
  let now = LOADING;
  function report(news: Partial<ReachedPdf>): void {
    now = { ...now, ...news };
    emit(now);
  }
  function onReach(reach: FileReach): void {
    report({ isUnreachable: reach === 'unreachable' });
    if (reach === 'gone') report({ pdf: { state: 'failed', problem: 'gone' } });
  }

  async function open(): Promise<void> {
    const pdfjs = await loadPdfjs();
    if (signal.aborted) return;
    const range = rangedFile(pdfjs.PDFDataRangeTransport, { url, length: bytes, onReach });
    const task = pdfjs.getDocument({ range, ...pdfjsOptions() });
    signal.addEventListener('abort', () => {
      range.abort();
      void task.destroy();
    });
    const document = await task.promise;
    report({ pdf: { state: 'ready', document, pdfjs } });
  }

  open().catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    if (now.pdf.state !== 'failed') report({ pdf: { state: 'failed', problem: isLocked ? 'locked' : 'unreadable' } });
  });
}

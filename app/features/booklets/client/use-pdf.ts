import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';

import { loadPdfjs, type Pdfjs, pdfjsOptions } from './pdfjs.ts';
import { rangedFile, type Reach } from './ranged-file.ts';

export type PdfProblem = 'locked' | 'unreadable' | 'gone';

export type PdfState = { state: 'loading' } | { state: 'ready'; document: PDFDocumentProxy; pdfjs: Pdfjs } | { state: 'failed'; problem: PdfProblem };

/** `isUnreachable`: offline; missing parts are fetched once the connection is back. */
export function usePdf({ url, bytes, isWanted }: { url: string; bytes: number; isWanted: boolean }): { pdf: PdfState; isUnreachable: boolean } {
  const [pdf, setPdf] = useState<PdfState>({ state: 'loading' });
  const [isUnreachable, setUnreachable] = useState(false);

  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    let close = (): void => {};
    function onReach(reach: Reach): void {
      if (isLeft) return;
      setUnreachable(reach === 'unreachable');
      if (reach === 'gone') setPdf({ state: 'failed', problem: 'gone' });
    }

    async function open(): Promise<void> {
      const pdfjs = await loadPdfjs();
      if (isLeft) return;
      const range = rangedFile(pdfjs.PDFDataRangeTransport, { url, length: bytes, onReach });
      const task = pdfjs.getDocument({ range, ...pdfjsOptions() });
      close = () => {
        range.abort();
        void task.destroy();
      };
      const document = await task.promise;
      if (!isLeft) setPdf({ state: 'ready', document, pdfjs });
    }

    open().catch((error: unknown) => {
      if (isLeft) return;
      const isLocked = error instanceof Error && error.name === 'PasswordException';
      setPdf((now) => (now.state === 'failed' ? now : { state: 'failed', problem: isLocked ? 'locked' : 'unreadable' }));
    });
    return () => {
      isLeft = true;
      close();
      setPdf({ state: 'loading' });
    };
  }, [url, bytes, isWanted]);

  return { pdf, isUnreachable };
}

import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

import type { SoughtWords } from '#app/domain/search/snippet.ts';

import styles from './page-sheet.module.css';
import type { PageTurns } from './page-turns.ts';
import type { Pdfjs } from './pdfjs.ts';
import { markSought } from './sought-marks.ts';

export interface OpenPdf {
  document: PDFDocumentProxy;
  pdfjs: Pdfjs;
}

interface DrawnPageProps {
  pdf: OpenPdf | null;
  part: 'drawing' | 'text';
  number: number;
  /** CSS pixels. */
  width: number;
  onRatio: (number: number, ratio: number) => void;
  turns: PageTurns;
  sought: SoughtWords;
  isImageVisible: boolean;
  onDrawn: (isDrawn: boolean) => void;
  onPdfWanted: () => void;
}

/** The largest canvas that phones can allocate. */
const MAX_PIXELS = 12_000_000;
const MAX_DENSITY = 2;

/** Device pixels for one CSS pixel. */
export function drawnDensity(): number {
  return Math.min(window.devicePixelRatio, MAX_DENSITY);
}

export function DrawnPage({ pdf, part, number, width, onRatio, turns, sought, isImageVisible, onDrawn, onPdfWanted }: DrawnPageProps): ReactNode {
  const picture = useRef<HTMLDivElement>(null);
  const framePicture = useCallback(
    (frame: HTMLDivElement) => {
      picture.current = frame;
      return () => {
        onDrawn(false);
        removeCanvas(frame);
      };
    },
    [onDrawn],
  );
  const text = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (pdf === null) {
      onPdfWanted();
      return undefined;
    }
    const layer = text.current!;
    const leaving = new AbortController();
    drawPage({ ...pdf, part, turns, number, width, frame: picture.current!, layer, leaving: leaving.signal, onRatio: (ratio) => onRatio(number, ratio) }).then(
      () => {
        if (leaving.signal.aborted) return;
        setState('drawn');
        onDrawn(part === 'drawing');
      },
      () => leaving.signal.aborted || setState('failed'),
    );
    return () => {
      leaving.abort();
      layer.replaceChildren();
    };
  }, [pdf, part, turns, number, width, onRatio, onDrawn, onPdfWanted, tries]);

  useEffect(() => {
    if (state === 'drawn') return markSought(text.current!, sought);
    return undefined;
  }, [state, sought]);

  function retry(): void {
    setState('drawing');
    setTries(tries + 1);
  }

  return (
    <>
      <div ref={framePicture} className={styles.picture} aria-hidden="true" />
      <div ref={text} className={styles.text} />
      {state === 'drawing' && !isImageVisible ? <div className={styles.waiting} aria-hidden="true" /> : null}
      {state === 'failed' && !isImageVisible ? <NotDrawn onRetry={retry} /> : null}
    </>
  );
}

function NotDrawn({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <div className={styles.failed}>
      <p>Esta pàgina no es pot mostrar.</p>
      <button type="button" className={styles.again} onClick={onRetry}>
        Torna-ho a provar
      </button>
    </div>
  );
}

interface Drawing extends OpenPdf {
  part: 'drawing' | 'text';
  turns: PageTurns;
  number: number;
  width: number;
  frame: HTMLElement;
  layer: HTMLElement;
  leaving: AbortSignal;
  onRatio: (ratio: number) => void;
}

async function drawPage(drawing: Drawing): Promise<void> {
  const { turns, number, leaving } = drawing;
  if (!(await turns.take(number, leaving))) return;
  try {
    await drawNow(drawing);
  } finally {
    turns.giveBack();
  }
}

async function drawNow({ document: pdf, pdfjs, part, number, width, frame, layer, leaving, onRatio }: Drawing): Promise<void> {
  const page = await pdf.getPage(number);
  if (leaving.aborted) return;
  const original = page.getViewport({ scale: 1 });
  onRatio(original.height / original.width);
  const viewport = page.getViewport({ scale: width / original.width });
  if (part === 'drawing') await drawPicture({ page, viewport, frame, leaving });
  if (!leaving.aborted) await layText({ page, pdfjs, viewport, layer, leaving });
}

type Viewport = ReturnType<PDFPageProxy['getViewport']>;

/** The previous picture stays until the new one is complete. */
async function drawPicture({ page, viewport, frame, leaving }: Pick<Drawing, 'frame' | 'leaving'> & { page: PDFPageProxy; viewport: Viewport }): Promise<void> {
  const density = Math.min(drawnDensity(), Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width * density));
  canvas.height = Math.max(1, Math.floor(viewport.height * density));
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0], background: '#fff' });
  leaving.addEventListener('abort', () => drawing.cancel());
  await drawing.promise;
  if (leaving.aborted) return;
  removeCanvas(frame);
  frame.append(canvas);
}

/** A canvas frees its memory at once only when its size is zero. */
function removeCanvas(frame: HTMLElement): void {
  for (const canvas of frame.querySelectorAll('canvas')) {
    canvas.width = 0;
    canvas.height = 0;
    canvas.remove();
  }
}

/** Invisible, over the picture, for selecting and screen readers. */
async function layText({ page, pdfjs, viewport, layer, leaving }: Pick<Drawing, 'pdfjs' | 'layer' | 'leaving'> & { page: PDFPageProxy; viewport: Viewport }): Promise<void> {
  const textLayer = new pdfjs.TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
  layer.style.setProperty('--total-scale-factor', String(viewport.scale));
  leaving.addEventListener('abort', () => textLayer.cancel());
  await textLayer.render();
}

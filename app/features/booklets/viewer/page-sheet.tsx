import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import type { SoughtWords } from '#app/domain/search/snippet.ts';

import type { CoverImage } from './cover-sheet.tsx';
import styles from './page-sheet.module.css';
import type { PageTurns } from './page-turns.ts';
import type { Pdfjs } from './pdfjs.ts';
import { markSought } from './sought-marks.ts';

export interface PageSheetProps {
  document: PDFDocumentProxy;
  pdfjs: Pdfjs;
  number: number;
  count: number;
  /** CSS pixels. */
  width: number;
  /** Height by width, as far as it is known. */
  ratio: number;
  onRatio: (number: number, ratio: number) => void;
  /** Near what is on the screen: only then it is drawn. */
  isNear: boolean;
  turns: PageTurns;
  /** It as the server drew it, until it is drawn here. */
  cover: CoverImage | null;
  hasText: boolean;
  sought: SoughtWords;
}

/** A phone has no room for more in one picture. */
const MAX_PIXELS = 12_000_000;
const MAX_DENSITY = 2;

/** One page: drawn when it comes near, its text above it for selecting, searching and screen readers, given up when it is far again. */
export function PageSheet(props: PageSheetProps): ReactNode {
  const { number, count, width, ratio, isNear, hasText } = props;
  const label = `Pàgina ${number} de ${count}${hasText ? '' : ', sense text'}`;
  return (
    <div className={styles.sheet} style={{ width: `${width}px`, height: `${Math.round(width * ratio)}px` }} data-page={number} role="group" aria-label={label}>
      {isNear ? <DrawnPage {...props} /> : null}
      {hasText ? null : <span className={styles.textless}>sense text</span>}
    </div>
  );
}

function DrawnPage({ document: pdf, pdfjs, number, width, onRatio, turns, cover, sought }: PageSheetProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const [picture, layer] = [canvas.current!, text.current!];
    const leaving = new AbortController();
    drawPage({ pdf, pdfjs, turns, number, width, picture, layer, leaving: leaving.signal, onRatio: (ratio) => onRatio(number, ratio) }).then(
      () => leaving.signal.aborted || setState('drawn'),
      () => leaving.signal.aborted || setState('failed'),
    );
    return () => {
      leaving.abort();
      // Memory of a canvas is given back at once only where it has no size.
      picture.width = 0;
      picture.height = 0;
      layer.replaceChildren();
    };
  }, [pdf, pdfjs, turns, number, width, onRatio, tries]);

  useEffect(() => {
    if (state === 'drawn') return markSought(text.current!, sought);
    return undefined;
  }, [state, sought]);

  return (
    <>
      <canvas ref={canvas} className={styles.picture} aria-hidden="true" />
      <div ref={text} className={styles.text} />
      {state !== 'drawing' ? null : cover === null ? <div className={styles.waiting} aria-hidden="true" /> : <img className={styles.picture} src={cover.url} alt="" />}
      {state === 'failed' ? (
        <div className={styles.failed}>
          <p>Esta pàgina no es pot mostrar.</p>
          <button
            type="button"
            className={styles.again}
            onClick={() => {
              setState('drawing');
              setTries(tries + 1);
            }}
          >
            Torna-ho a provar
          </button>
        </div>
      ) : null}
    </>
  );
}

interface Drawing {
  pdf: PDFDocumentProxy;
  pdfjs: Pdfjs;
  turns: PageTurns;
  number: number;
  width: number;
  picture: HTMLCanvasElement;
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

async function drawNow({ pdf, pdfjs, number, width, picture, layer, leaving, onRatio }: Drawing): Promise<void> {
  const page = await pdf.getPage(number);
  if (leaving.aborted) return;
  const original = page.getViewport({ scale: 1 });
  onRatio(original.height / original.width);
  const viewport = page.getViewport({ scale: width / original.width });
  const density = Math.min(window.devicePixelRatio, MAX_DENSITY, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
  picture.width = Math.max(1, Math.floor(viewport.width * density));
  picture.height = Math.max(1, Math.floor(viewport.height * density));
  const drawing = page.render({ canvas: picture, viewport, transform: [density, 0, 0, density, 0, 0], background: '#fff' });
  leaving.addEventListener('abort', () => drawing.cancel());
  await drawing.promise;
  if (!leaving.aborted) await layText({ page, pdfjs, viewport, layer, leaving });
}

/** Invisible, over the picture of it. */
async function layText({ page, pdfjs, viewport, layer, leaving }: Pick<Drawing, 'pdfjs' | 'layer' | 'leaving'> & { page: PDFPageProxy; viewport: ReturnType<PDFPageProxy['getViewport']> }): Promise<void> {
  const textLayer = new pdfjs.TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
  layer.style.setProperty('--total-scale-factor', String(viewport.scale));
  leaving.addEventListener('abort', () => textLayer.cancel());
  await textLayer.render();
}

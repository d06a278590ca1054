import { type ReactNode, useState } from 'react';

import type { SoughtWords } from '#app/domain/search/snippet.ts';

import { DrawnPage, drawnDensity, type OpenPdf } from './drawn-page.tsx';
import styles from './page-sheet.module.css';
import type { PageTurns } from './page-turns.ts';

export type { OpenPdf } from './drawn-page.tsx';

export interface PageSheetProps {
  /** Null until it is wanted and here. */
  pdf: OpenPdf | null;
  number: number;
  count: number;
  /** CSS pixels. */
  width: number;
  /** Height by width, as far as it is known. */
  ratio: number;
  onRatio: (number: number, ratio: number) => void;
  /** Near what is on the screen: only then it is shown. */
  isNear: boolean;
  turns: PageTurns;
  /** It as the server drew it. */
  image: string | null;
  hasText: boolean;
  sought: SoughtWords;
  onPdfWanted: () => void;
}

/** One page: shown when it comes near, its text above it for selecting, searching and screen readers, given up when it is far again. */
export function PageSheet(props: PageSheetProps): ReactNode {
  const { number, count, width, ratio, isNear, hasText } = props;
  const label = `Pàgina ${number} de ${count}${hasText ? '' : ', sense text'}`;
  return (
    <div className={styles.sheet} style={{ width: `${width}px`, height: `${Math.round(width * ratio)}px` }} data-page={number} role="group" aria-label={label}>
      {isNear ? <NearPage {...props} /> : null}
      {hasText ? null : <span className={styles.textless}>sense text</span>}
    </div>
  );
}

/** What is missing of a sharp image, at least, before the page is drawn from the PDF. */
const BLUR = 0.9;

/** Its image first: of the PDF only what the image lacks, so that a scanned page costs no phone its megabytes. */
function NearPage({ pdf, number, width, onRatio, turns, image, hasText, sought, onPdfWanted }: PageSheetProps): ReactNode {
  const [shown, setShown] = useState<{ state: 'loading' | 'failed' } | { state: 'shown'; pixels: number }>({ state: image === null ? 'failed' : 'loading' });
  const [isDrawn, setDrawn] = useState(false);
  const isSharp = shown.state === 'shown' && shown.pixels >= BLUR * width * drawnDensity();
  const lacks = shown.state === 'loading' ? null : isSharp ? (hasText ? 'text' : null) : 'drawing';

  return (
    <>
      {shown.state === 'loading' ? <div className={styles.waiting} aria-hidden="true" /> : null}
      {image === null || shown.state === 'failed' || isDrawn ? null : (
        <img className={styles.picture} src={image} alt="" onLoad={({ currentTarget }) => arrive(currentTarget)} onError={() => setShown({ state: 'failed' })} />
      )}
      {lacks === null ? null : <DrawnPage pdf={pdf} part={lacks} number={number} width={width} onRatio={onRatio} turns={turns} sought={sought} isImageShown={shown.state === 'shown'} onDrawn={setDrawn} onPdfWanted={onPdfWanted} />}
    </>
  );

  function arrive({ naturalWidth, naturalHeight }: HTMLImageElement): void {
    onRatio(number, naturalHeight / naturalWidth);
    setShown({ state: 'shown', pixels: naturalWidth });
  }
}

import { type ReactNode, useState } from 'react';

import type { SoughtWords } from '#app/domain/search/snippet.ts';

import { DrawnPage, drawnDensity, type OpenPdf } from './drawn-page.tsx';
import styles from './page-sheet.module.css';
import type { PageTurns } from './page-turns.ts';

export type { OpenPdf } from './drawn-page.tsx';

export interface PageSheetProps {
  pdf: OpenPdf | null;
  number: number;
  count: number;
  /** CSS pixels. */
  width: number;
  /** Height / width, once known. */
  ratio: number;
  onRatio: (number: number, ratio: number) => void;
  /** Close to the viewport; only then it is rendered. */
  isNear: boolean;
  turns: PageTurns;
  image: string | null;
  hasText: boolean;
  sought: SoughtWords;
  onPdfWanted: () => void;
}

/** Rendered near the viewport only; a text layer serves selection, search and screen readers. */
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

/** Below this share of the needed pixels an image counts as blurred and the page is drawn from the PDF. */
const BLUR = 0.9;

/** The server's image first, so that a scanned page does not download the PDF. */
function NearPage({ pdf, number, width, onRatio, turns, image, hasText, sought, onPdfWanted }: PageSheetProps): ReactNode {
  const [picture, setPicture] = useState<{ state: 'loading' | 'failed' } | { state: 'loaded'; pixels: number }>({ state: image === null ? 'failed' : 'loading' });
  const [isDrawn, setDrawn] = useState(false);
  const isSharp = picture.state === 'loaded' && picture.pixels >= BLUR * width * drawnDensity();
  const lacks = picture.state === 'loading' ? null : isSharp ? (hasText ? 'text' : null) : 'drawing';

  return (
    <>
      {picture.state === 'loading' ? <div className={styles.waiting} aria-hidden="true" /> : null}
      {image === null || picture.state === 'failed' || isDrawn ? null : (
        <img className={styles.picture} src={image} alt="" onLoad={({ currentTarget }) => arrive(currentTarget)} onError={() => setPicture({ state: 'failed' })} />
      )}
      {lacks === null ? null : <DrawnPage pdf={pdf} part={lacks} number={number} width={width} onRatio={onRatio} turns={turns} sought={sought} isImageVisible={picture.state === 'loaded'} onDrawn={setDrawn} onPdfWanted={onPdfWanted} />}
    </>
  );

  function arrive({ naturalWidth, naturalHeight }: HTMLImageElement): void {
    onRatio(number, naturalHeight / naturalWidth);
    setPicture({ state: 'loaded', pixels: naturalWidth });
  }
}

import { type ReactNode, useCallback, useRef, useState } from 'react';

import { bookletTitle } from '#app/domain/booklets/booklet.ts';
import { imageOfPage, type PageImages } from '#app/domain/booklets/page-images.ts';
import { ButtonAnchor } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './booklet-viewer.module.css';
import { type CoverImage, CoverSheet } from './cover-sheet.tsx';
import { PageStack, type PageStackHandle } from './page-stack.tsx';
import { useBookletSearch } from './use-booklet-search.ts';
import { type PdfProblem, usePdf } from './use-pdf.ts';
import { ViewerSearch } from './viewer-search.tsx';
import { ViewerToolbar } from './viewer-toolbar.tsx';

export interface BookletViewerProps {
  booklet: { year: number; pdfUrl: string; bytes: number; reading: 'waiting' | 'read' | 'locked' | 'unreadable'; hasText: boolean; pagesWithoutText: readonly number[]; cover: CoverImage | null; images: PageImages | null };
  page: number;
  query: string;
}

const PROBLEMS: Record<PdfProblem, string> = {
  locked: "Este PDF s'obri només amb contrasenya.",
  unreadable: "No s'ha pogut mostrar este PDF.",
  gone: 'Este llibret ja no hi és.',
};
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

export default function BookletViewer({ booklet, page, query }: BookletViewerProps): ReactNode {
  const { year, pdfUrl, bytes, hasText, reading, pagesWithoutText, cover, images } = booklet;
  const frame = useRef<HTMLDivElement>(null);
  const stack = useRef<PageStackHandle>(null);
  const [current, setCurrent] = useCurrentPage(page);
  const [zoom, setZoom] = useState(1);
  // Page images load without the PDF; on phones scanned pages need nothing else.
  const [isPdfWanted, setPdfWanted] = useState(images === null);
  const wantPdf = useCallback(() => setPdfWanted(true), []);
  const { pdf, isUnreachable } = usePdf({ url: pdfUrl, bytes, isWanted: isPdfWanted });
  const search = useBookletSearch({ year, query, at: page, goTo: (found) => stack.current?.goTo(found) });

  if (pdf.state === 'failed') {
    return (
      <div className={ui.padded4}>
        <ProblemBanner problem={pdf.problem} pdfUrl={pdfUrl} />
      </div>
    );
  }

  const count = pdf.state === 'ready' ? pdf.document.numPages : (images?.count ?? null);
  return (
    <div ref={frame} className={styles.viewer} role="region" aria-label={`Pàgines del ${bookletTitle(year)}`}>
      <ViewerToolbar
        page={current}
        count={count}
        pdfUrl={pdfUrl}
        zoom={zoom}
        zooms={ZOOMS}
        onPage={(wanted) => stack.current?.goTo(wanted)}
        onZoom={setZoom}
        onFullScreen={() => void (document.fullscreenElement === null ? frame.current?.requestFullscreen() : document.exitFullscreen())}
      />
      <ViewerSearch search={search} reading={reading} hasText={hasText} />
      {isUnreachable ? <p className={styles.offline} role="status">Sense connexió: les pàgines que falten arribaran quan torne.</p> : null}
      {count === null ? (
        <LoadingPages cover={page > 1 ? null : cover} />
      ) : (
        <PageStack
          ref={stack}
          pdf={pdf.state === 'ready' ? pdf : null}
          count={count}
          page={page}
          zoom={zoom}
          pagesWithoutText={pagesWithoutText}
          imageOf={(number) => imageOfPage(number, { images, cover })}
          ratio={cover === null ? null : cover.height / cover.width}
          isUnreachable={isUnreachable}
          sought={search.sought}
          onPage={setCurrent}
          onPdfWanted={wantPdf}
        />
      )}
    </div>
  );
}

function useCurrentPage(page: number): [number, (page: number) => void] {
  const [current, setCurrent] = useState(page);
  const [opened, setOpened] = useState(page);
  if (opened !== page) {
    setOpened(page);
    setCurrent(page);
  }
  return [current, setCurrent];
}

function ProblemBanner({ problem, pdfUrl }: { problem: PdfProblem; pdfUrl: string }): ReactNode {
  return (
    <Banner tone="error" title={PROBLEMS[problem]} live="alert">
      {problem === 'gone' ? null : (
        <ButtonAnchor href={pdfUrl} tone="quiet">
          Obrir el PDF
        </ButtonAnchor>
      )}
    </Banner>
  );
}

function LoadingPages({ cover }: { cover: CoverImage | null }): ReactNode {
  return (
    <>
      <p className={cover === null ? styles.loading : styles.opening} role="status">
        Carregant PDF...
      </p>
      {cover === null ? null : <CoverSheet cover={cover} />}
    </>
  );
}

import ChevronDown from 'lucide-react/icons/chevron-down';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router';

import { bookletAddress, type BookletPosition } from '#app/domain/booklets/booklet-address.ts';
import { bookletTitle, pagesText } from '#app/domain/booklets/booklet.ts';
import { imageOfPage } from '#app/domain/booklets/page-images.ts';
import { formatMegabytes } from '#app/domain/files/format-size.ts';
import { ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Booklet } from '../service.server.ts';
import { CoverSheet } from '../client/cover-sheet.tsx';
import styles from './booklet-row.module.css';
import { CoverPicture } from './cover-picture.tsx';
import { isPhone, usePdfTab } from './pdf-tab.ts';

const BookletViewer = lazy(() => import('../client/booklet-viewer.tsx'));

export type BookletView = Pick<Booklet, 'id' | 'year' | 'pageCount' | 'bytes' | 'pdfUrl' | 'thumbnail' | 'cover' | 'reading' | 'hasText' | 'pagesWithoutText' | 'images'>;

interface BookletRowProps {
  booklet: BookletView;
  /** `year` is null while this one is closed. */
  position: BookletPosition;
  isEditor: boolean;
  /** Above the fold. */
  isFirst: boolean;
}

/** On a phone a press opens the PDF in a tab (specification §2). */
export function BookletItem({ booklet, position, isEditor, isFirst }: BookletRowProps): ReactNode {
  const { year, pageCount, bytes, pdfUrl, thumbnail } = booklet;
  const isOpen = position.year !== null;
  const row = useRef<HTMLLIElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const tab = usePdfTab(pdfUrl);
  const toggled = bookletAddress({ query: position.query, year: isOpen ? null : year });
  const panelId = `llibret-${year}`;

  useEffect(() => {
    if (!isOpen) return;
    // A link to a page, or a phone, scrolls straight to the pages.
    const first = position.page > 1 || isPhone() ? panel.current : row.current;
    first?.scrollIntoView({ block: 'start' });
  }, [isOpen, position.page]);

  return (
    <li ref={row} className={styles.row}>
      <div className={ui.stack}>
        <Link
          to={toggled}
          preventScrollReset
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={(event) => {
            if (isOpen || !isPhone()) return;
            event.preventDefault();
            void tab.open();
          }}
        >
          <CoverPicture cover={thumbnail} year={year} isFirst={isFirst} />
          <div className={styles.words}>
            <h2 className={styles.title}>{bookletTitle(year)}</h2>
            <span className={styles.facts}>
              {pageCount === null ? null : <Chip>{pagesText(pageCount)}</Chip>}
              <ReadingChip booklet={booklet} />
              <span className={ui.facts}>PDF · {formatMegabytes(bytes)}</span>
            </span>
          </div>
          <ChevronDown className={isOpen ? styles.turned : styles.arrow} size={26} aria-hidden="true" />
        </Link>
        <p role="status" className={styles.status}>
          {tab.message}
        </p>
        <BookletActions booklet={booklet} position={position} isEditor={isEditor} />
      </div>
      {isOpen ? (
        <div ref={panel} id={panelId} className={styles.panel}>
          <Pages booklet={booklet} position={position} />
        </div>
      ) : null}
    </li>
  );
}

function BookletActions({ booklet: { id, year }, position, isEditor }: Omit<BookletRowProps, 'isFirst'>): ReactNode {
  const title = bookletTitle(year);
  return (
    <div className={styles.actions}>
      {position.year === null ? (
        <span className={styles.onPhones}>
          <ButtonLink to={bookletAddress({ query: position.query, year })} preventScrollReset tone="quiet" aria-label={`Llegir ací el ${title}`}>
            Llegir ací
          </ButtonLink>
        </span>
      ) : null}
      {isEditor ? (
        <>
          <ButtonLink to={`/admin/llibrets/edit/${id}`} tone="quiet" aria-label={`Editar el ${title}`}>
            Editar
          </ButtonLink>
          <ButtonLink to={`/admin/llibrets#llibret-${year}`} tone="quiet" aria-label={`Eliminar el ${title}`}>
            Eliminar
          </ButtonLink>
        </>
      ) : null}
    </div>
  );
}

/** A4 at the width of the page images. */
const USUAL_PAGE = { width: 900, height: 1273 };

function Pages({ booklet, position }: { booklet: BookletView; position: BookletPosition }): ReactNode {
  const image = imageOfPage(position.page, booklet);
  const cover = image === null ? null : <CoverSheet cover={{ ...(booklet.cover ?? USUAL_PAGE), url: image }} />;
  const toFile = (
    <div className={styles.opening}>
      <p className={styles.waiting}>
        <ButtonAnchor href={`${booklet.pdfUrl}#page=${position.page}`} tone="quiet">
          Obrir el PDF
        </ButtonAnchor>
      </p>
      {cover}
    </div>
  );
  if (!useHydrated()) return toFile;
  return (
    <Suspense
      fallback={
        <div className={styles.opening}>
          <p className={styles.waiting}>Carregant PDF...</p>
          {cover}
        </div>
      }
    >
      <BookletViewer booklet={booklet} page={position.page} query={position.query} />
    </Suspense>
  );
}

function ReadingChip({ booklet: { reading, hasText } }: { booklet: BookletView }): ReactNode {
  if (reading === 'waiting') return <Chip tone="saffron">Preparant les pàgines</Chip>;
  if (reading === 'locked') return <Chip tone="saffron">Amb contrasenya</Chip>;
  return hasText ? null : <Chip>Sense text</Chip>;
}

import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react';

import { useModal } from '../hooks/use-modal.ts';

import styles from './image-viewer.module.css';
import type { SlideImage } from './slide-image.ts';
import { useSwipeCarousel } from './use-swipe-carousel.ts';

const SWIPE_PX = 50;
const ZOOM = 2.5;

interface ImageViewerProps {
  images: readonly SlideImage[];
  title: string;
  start: number;
  onClose: (last: number) => void;
}

interface Spot {
  x: number;
  y: number;
}

const MIDDLE: Spot = { x: 0.5, y: 0.5 };

export default function ImageViewer({ images, title, start, onClose }: ImageViewerProps): ReactNode {
  const dialog = useModal(true);
  const [spot, setSpot] = useState<Spot | null>(null);
  const { root, index, goTo } = useSwipeCarousel({ start, threshold: SWIPE_PX, still: spot !== null });
  const { alt } = images[index]!;

  function show(next: number): void {
    if (next < 0 || next >= images.length) return;
    setSpot(null);
    goTo(next);
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || (event.target instanceof Element && event.target.matches('[data-zoomed]'))) return;
    event.preventDefault();
    show(index + step);
  }

  function zoomAt(event: MouseEvent<HTMLImageElement>): void {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    setSpot(spot === null ? { x: (event.clientX - left) / width, y: (event.clientY - top) / height } : null);
  }

  return (
    // Its keys are those of the buttons in it, wherever the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={dialog} className={styles.viewer} aria-label={`Imatges: ${title}`} onKeyDown={onKey} onClose={() => onClose(index)}>
      <div ref={root} className={styles.window}>
        <ul className={styles.slides}>
          {images.map((image, at) => (
            <li key={image.id} className={styles.slide} aria-hidden={at !== index}>
              <ZoomablePicture image={image} spot={at === index ? spot : null} isNear={Math.abs(at - index) <= 1} onZoom={zoomAt} />
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.bar}>
        <span className={styles.count} aria-live="polite">
          {index + 1} / {images.length}
        </span>
        <ZoomButton isZoomed={spot !== null} onPress={() => setSpot(spot === null ? MIDDLE : null)} />
        <button type="button" className={styles.button} aria-label="Tancar" onClick={() => dialog.current?.close()}>
          <X size={26} aria-hidden="true" />
        </button>
      </div>
      {images.length === 1 ? null : <Arrows index={index} count={images.length} onGo={show} />}
      {alt === '' || spot !== null ? null : <p className={styles.caption}>{alt}</p>}
    </dialog>
  );
}

function ZoomButton({ isZoomed, onPress }: { isZoomed: boolean; onPress: () => void }): ReactNode {
  const Icon = isZoomed ? ZoomOut : ZoomIn;
  return (
    <button type="button" className={styles.button} aria-pressed={isZoomed} aria-label={isZoomed ? 'Allunyar' : 'Acostar'} onClick={onPress}>
      <Icon size={24} aria-hidden="true" />
    </button>
  );
}

function Arrows({ index, count, onGo }: { index: number; count: number; onGo: (index: number) => void }): ReactNode {
  return (
    <>
      <button type="button" className={`${styles.button} ${styles.previous}`} aria-label="Imatge anterior" aria-disabled={index === 0 || undefined} onClick={() => onGo(index - 1)}>
        <ChevronLeft size={30} aria-hidden="true" />
      </button>
      <button type="button" className={`${styles.button} ${styles.next}`} aria-label="Imatge següent" aria-disabled={index === count - 1 || undefined} onClick={() => onGo(index + 1)}>
        <ChevronRight size={30} aria-hidden="true" />
      </button>
    </>
  );
}

interface ZoomablePictureProps {
  image: SlideImage;
  spot: Spot | null;
  isNear: boolean;
  onZoom: (event: MouseEvent<HTMLImageElement>) => void;
}

function ZoomablePicture({ image: { url, srcSet, width, height, alt }, spot, isNear, onZoom }: ZoomablePictureProps): ReactNode {
  const byMouse = useRef(false);
  const isZoomed = spot !== null;

  const scrollToSpot = useCallback(
    (frame: HTMLDivElement | null) => {
      if (spot === null || frame === null) return;
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = frame;
      frame.scrollTo(scrollWidth * spot.x - clientWidth / 2, scrollHeight * spot.y - clientHeight / 2);
    },
    [spot],
  );

  return (
    // What is zoomed scrolls, by the arrows too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scrollToSpot} className={styles.frame} data-zoomed={isZoomed || undefined} tabIndex={isZoomed ? 0 : undefined} role={isZoomed ? 'region' : undefined} aria-label={isZoomed ? 'Imatge ampliada' : undefined}>
      {/* The keyboard's way is the button with the glass. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <img
        src={url}
        srcSet={srcSet}
        sizes={isZoomed ? `${ZOOM * 100}vw` : '100vw'}
        width={width}
        height={height}
        alt={alt}
        loading={isNear ? 'eager' : 'lazy'}
        draggable={false}
        className={styles.picture}
        onClick={(event) => {
          byMouse.current = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'mouse';
          if (byMouse.current && event.detail === 1) onZoom(event);
        }}
        onDoubleClick={(event) => {
          if (!byMouse.current) onZoom(event);
        }}
      />
    </div>
  );
}

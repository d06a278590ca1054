import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';

import styles from './carousel.module.css';
import type { SlideImage } from './slide-image.ts';
import { useSwipeCarousel } from './use-swipe-carousel.ts';

const ImageViewer = lazy(() => import('./image-viewer.tsx'));

const SWIPE_PX = 60;

export interface CarouselProps {
  images: readonly SlideImage[];
  title: string;
  sizes: string;
  isLead?: boolean;
  fit?: 'cover' | 'whole';
}

export default function Carousel({ images, title, sizes, isLead = false, fit = 'cover' }: CarouselProps): ReactNode {
  const { root, index, isReady, goTo } = useSwipeCarousel({ threshold: SWIPE_PX });
  const [opened, setOpened] = useState<number | null>(null);
  const isAlone = images.length === 1;

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || isAlone || opened !== null) return;
    event.preventDefault();
    goTo(index + step);
  }

  function open(event: MouseEvent, at: number): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpened(at);
  }

  return (
    // The keys are those of its buttons, wherever in it the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="group" aria-roledescription="carrusel" aria-label={`Imatges: ${title}`} className={styles.carousel} onKeyDown={onKey}>
      <div ref={root} className={styles.window} data-ready={isReady || undefined}>
        <ul className={styles.slides}>
          {images.map((image, at) => (
            <li key={image.id} className={styles.slide} aria-label={isAlone ? undefined : `${at + 1} de ${images.length}`}>
              <a href={image.url} className={styles.opener} aria-label={`Ampliar: ${image.alt === '' ? title : image.alt}`} draggable={false} onClick={(event) => open(event, at)}>
                <SlidePicture image={image} sizes={sizes} isLead={isLead && at === 0} fit={fit} />
              </a>
            </li>
          ))}
        </ul>
      </div>
      {isAlone ? null : <Controls index={index} count={images.length} isReady={isReady} onGo={goTo} />}
      {opened === null ? null : (
        <Suspense>
          <ImageViewer
            images={images}
            title={title}
            start={opened}
            onClose={(last) => {
              setOpened(null);
              goTo(last);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function Controls({ index, count, isReady, onGo }: { index: number; count: number; isReady: boolean; onGo: (index: number) => void }): ReactNode {
  return (
    <div className={styles.controls} hidden={!isReady}>
      <button type="button" className={styles.arrow} aria-label="Imatge anterior" aria-disabled={index === 0 || undefined} onClick={() => onGo(index - 1)}>
        <ChevronLeft size={24} aria-hidden="true" />
      </button>
      <span className={styles.count} aria-live="polite">
        {index + 1} / {count}
      </span>
      <button type="button" className={styles.arrow} aria-label="Imatge següent" aria-disabled={index === count - 1 || undefined} onClick={() => onGo(index + 1)}>
        <ChevronRight size={24} aria-hidden="true" />
      </button>
    </div>
  );
}

interface SlidePictureProps {
  image: SlideImage;
  sizes: string;
  isLead: boolean;
  fit: 'cover' | 'whole';
}

function SlidePicture({ image: { url, srcSet, width, height, alt }, sizes, isLead, fit }: SlidePictureProps): ReactNode {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <span className={styles.broken}>No hi ha imatges disponibles</span>;
  return (
    <img
      src={url}
      srcSet={srcSet}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={isLead ? 'eager' : 'lazy'}
      fetchPriority={isLead ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      className={fit === 'whole' ? styles.whole : styles.cover}
      onError={() => setBroken(true)}
    />
  );
}

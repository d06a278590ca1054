import type { ReactNode } from 'react';

import { drawingOf, type EventDrawing } from '#app/domain/event/drawing/event-drawing.ts';
import { isUploadedPicture, resizedPicture } from '#app/domain/event/drawing/event-picture.ts';
import hidden from '#app/design/ui/visually-hidden.module.css';

import boat from './drawings/boat.svg';
import cup from './drawings/cup.svg';
import drum from './drawings/drum.svg';
import fire from './drawings/fire.svg';
import firecracker from './drawings/firecracker.svg';
import fireworks from './drawings/fireworks.svg';
import flowers from './drawings/flowers.svg';
import guitar from './drawings/guitar.svg';
import ninot from './drawings/ninot.svg';
import paella from './drawings/paella.svg';
import papers from './drawings/papers.svg';
import plate from './drawings/plate.svg';
import styles from './event-art.module.css';
import { posterGround } from './poster-ground.ts';

const FILES: Record<EventDrawing, string> = { boat, cup, drum, fire, firecracker, fireworks, flowers, guitar, ninot, paella, papers, plate };

export interface EventArtProps {
  event: { id: number; image: string; picture: string };
  className?: string | undefined;
  isLazy?: boolean;
}

/** The event's poster: the uploaded picture, else a drawing on rays. */
export function EventArt({ event, className = '', isLazy = false }: EventArtProps): ReactNode {
  const loading = isLazy ? 'lazy' : 'eager';
  return (
    <span className={`${posterGround(event.id)} ${styles.art} ${className}`}>
      {isUploadedPicture(event.picture) ? (
        <img src={resizedPicture(event.picture, 'card')} alt="" width={360} height={450} loading={loading} decoding="async" className={styles.photo} />
      ) : (
        <img src={FILES[drawingOf(event.image)]} alt="" width={240} height={240} loading={loading} decoding="async" className={styles.drawing} />
      )}
      <span className={hidden.hidden} aria-hidden="true">
        {event.image}
      </span>
    </span>
  );
}

export function EventDrawingImage({ emoji, className }: { emoji: string; className?: string | undefined }): ReactNode {
  return <img src={FILES[drawingOf(emoji)]} alt="" width={240} height={240} className={className} />;
}

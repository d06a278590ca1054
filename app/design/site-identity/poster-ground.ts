import { paletteNumber } from '#app/domain/event/drawing/poster-palette.ts';

import styles from './poster-ground.module.css';

export function posterGround(eventId: number): string {
  return `${styles.ground} ${styles[`palette${paletteNumber(eventId)}`] ?? ''}`;
}

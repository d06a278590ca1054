import type { ReactNode } from 'react';

import apron from './heads/apron.svg';
import calendar from './heads/calendar.svg';
import chair from './heads/chair.svg';
import clock from './heads/clock.svg';
import coins from './heads/coins.svg';
import colla from './heads/colla.svg';
import gift from './heads/gift.svg';
import key from './heads/key.svg';
import letter from './heads/letter.svg';
import magnifier from './heads/magnifier.svg';
import moon from './heads/moon.svg';
import padlock from './heads/padlock.svg';
import party from './heads/party.svg';
import phone from './heads/phone.svg';
import plate from './heads/plate.svg';
import screen from './heads/screen.svg';
import ticket from './heads/ticket.svg';
import unplugged from './heads/unplugged.svg';
import styles from './head-art.module.css';

const FILES = { apron, calendar, chair, clock, coins, colla, gift, key, letter, magnifier, moon, padlock, party, phone, plate, screen, ticket, unplugged };

export interface HeadArtProps {
  of: keyof typeof FILES;
}

/** Drawn as the crest is, for the heads of pages and for empty lists. */
export function HeadArt({ of }: HeadArtProps): ReactNode {
  return <img src={FILES[of]} alt="" width={96} height={96} className={styles.art} />;
}

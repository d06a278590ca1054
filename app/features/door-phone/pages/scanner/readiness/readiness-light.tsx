import type { ReactNode } from 'react';

import { type PartState, READY_PARTS, type Readiness, type ReadyPart } from '../../../client/readiness/readiness.ts';
import styles from './readiness-light.module.css';

const PART_NAMES: Record<ReadyPart, string> = { list: 'Llista de tiquets', page: 'Esta pàgina', decoder: 'Lector de codis' };

type MissingState = Exclude<PartState, 'stored'>;

const MISSING_TEXTS: Record<ReadyPart, Record<MissingState, string>> = {
  list: { coming: 'arribant', failed: 'falta; ho torne a provar', impossible: 'este navegador no la pot guardar', renewed: 'falta; ho torne a provar' },
  page: { coming: 'guardant-se', failed: "no s'ha guardat; ho torne a provar", impossible: 'este navegador no la pot guardar', renewed: 'hi ha una versió nova: torna a obrir-la' },
  decoder: { coming: 'arribant', failed: 'falta; ho torne a provar', impossible: 'este navegador no el pot usar', renewed: 'falta; ho torne a provar' },
};

const CROSS = 'M6.5 6.5l11 11M17.5 6.5l-11 11';
const ON_ITS_WAY = 'M12 4a8 8 0 1 1-7.5 5.3M4 4.5v5h5';

interface ReadinessLightProps {
  readiness: Readiness;
  children: ReactNode;
}

/** Rendered with scripts only: the server can't know the phone's state. */
export function ReadinessLight({ readiness: { isReady, title, warning, parts }, children }: ReadinessLightProps): ReactNode {
  const missing = READY_PARTS.flatMap((part) => (parts[part] === 'stored' ? [] : [{ part, state: parts[part] }]));
  return (
    <section ref={keepTallest} className={styles.light} data-ready={isReady} aria-label="Sense cobertura">
      {isReady ? <Disc /> : <Triangle />}
      <div className={styles.words}>
        <div role="status">
          <h2 className={styles.title}>{title}</h2>
          {warning === null ? null : <p className={styles.warning}>{warning}</p>}
        </div>
        {children}
      </div>
      {missing.length === 0 ? null : (
        <ul className={styles.parts}>
          {missing.map(({ part, state }) => (
            <Missing key={part} part={part} state={state} />
          ))}
        </ul>
      )}
      {parts.page === 'renewed' ? (
        <button type="button" className={styles.reload} onClick={() => window.location.reload()}>
          Torna a obrir la pàgina
        </button>
      ) : null}
    </section>
  );
}

/** What comes to be stored makes it shorter: the buttons below would move from under a thumb. */
function keepTallest(light: HTMLElement): () => void {
  let [tallest, width] = [0, 0];
  const observer = new ResizeObserver(() => {
    if (light.offsetWidth !== width) {
      light.style.removeProperty('--tallest');
      [tallest, width] = [0, light.offsetWidth];
    }
    if (light.offsetHeight <= tallest) return;
    tallest = light.offsetHeight;
    light.style.setProperty('--tallest', `${tallest}px`);
  });
  observer.observe(light);
  return () => observer.disconnect();
}

function Missing({ part, state }: { part: ReadyPart; state: MissingState }): ReactNode {
  return (
    <li>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={state === 'coming' ? ON_ITS_WAY : CROSS} />
      </svg>
      <span>
        <b>{PART_NAMES[part]}</b> {MISSING_TEXTS[part][state]}
      </span>
    </li>
  );
}

function Disc(): ReactNode {
  return (
    <svg className={styles.sign} viewBox="0 0 72 72" aria-hidden="true">
      <circle cx="36" cy="36" r="34" fill="#eafff7" />
      <path d="M20 37.5 31.5 49 53 24" fill="none" stroke="#07543b" strokeWidth="8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

function Triangle(): ReactNode {
  return (
    <svg className={styles.sign} viewBox="0 0 72 72" aria-hidden="true">
      <path d="M36 6 69 64H3z" fill="#ffc15e" stroke="#ffc15e" strokeWidth="5" strokeLinejoin="round" />
      <path d="M36 25v19M36 54.5v.5" fill="none" stroke="#2b1500" strokeWidth="8" strokeLinecap="round" />
    </svg>
  );
}

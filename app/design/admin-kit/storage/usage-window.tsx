import { type ReactNode } from 'react';

import { formatMegabytes } from '#app/domain/files/format-size.ts';
import { fillOf, type StorageUsage } from '#app/domain/files/usage.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Dialog } from '#app/design/ui/feedback/dialog.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';

import styles from './usage-window.module.css';

export interface UsedByThing {
  id: string;
  name: string;
  bytes: number;
  detail?: string;
}

interface Usage {
  usage: Omit<StorageUsage, 'orphanedFiles'> & { orphanedFiles: readonly { name: string; bytes: number }[] };
  things: { many: string; heaviest: string; bySize: string };
  items: readonly UsedByThing[];
  heavyBytes: number;
  children?: ReactNode;
}

export type UsageView = Usage | { problem: string };
export type UsageWindowProps = UsageView & { onClose: () => void };

const TITLE = "Ús d'Espai";
const MOST_ORPHANS = 10;
const MOST_ITEMS = 100;

/** How full the storage of a feature is (specification §2, §9): over the page, and without scripts a part of it. */
export function UsageWindow({ onClose, ...view }: UsageWindowProps): ReactNode {
  const content = 'problem' in view ? <Banner tone="error" title={view.problem} live="alert" /> : <Figures {...view} />;
  if (useHydrated()) {
    return (
      <Dialog open onClose={onClose} title={TITLE}>
        {content}
      </Dialog>
    );
  }
  return (
    <section className={styles.section} aria-labelledby="usage-title">
      <h2 id="usage-title">{TITLE}</h2>
      {content}
    </section>
  );
}

function Figures({ usage, things, items, heavyBytes, children }: Usage): ReactNode {
  const { usagePercentage, totalStorageSizeMB, remainingMB, maxSizeMB, orphanedFiles, orphanedCount } = usage;
  const fill = fillOf(usagePercentage);
  const [heaviest] = items;
  return (
    <div className={styles.figures}>
      <div className={fill === 'red' ? styles.full : styles.panel}>
        <p className={styles.percent}>{decimal(usagePercentage)} %</p>
        <meter className={`${styles.meter} ${styles[fill]}`} min={0} max={100} value={Math.min(100, usagePercentage)} aria-label="Espai ocupat" />
        <dl className={styles.facts}>
          <Fact name="Ocupat" value={`${decimal(totalStorageSizeMB)} de ${decimal(maxSizeMB)} MB`} />
          <Fact name="Disponible" value={`${decimal(remainingMB)} MB`} />
          <Fact name={things.many} value={String(items.length)} />
          {heaviest === undefined ? null : <Fact name={things.heaviest} value={`${heaviest.name}, ${formatMegabytes(heaviest.bytes)}`} />}
        </dl>
        {fill === 'red' ? <p className={styles.warning}>Queda poc espai: esborra el que ja no cal abans de pujar res més.</p> : null}
      </div>
      {children}
      {items.length === 0 ? null : (
        <section className={styles.part}>
          <h3 className={styles.heading}>{things.bySize}</h3>
          <ol className={styles.list}>
            {items.slice(0, MOST_ITEMS).map((item) => (
              <li key={item.id} className={item.bytes > heavyBytes ? styles.heavy : styles.item}>
                <span className={styles.name}>
                  {item.name}
                  {item.detail === undefined ? null : <small> · {item.detail}</small>}
                </span>
                <span className={styles.size}>{formatMegabytes(item.bytes)}</span>
                <meter className={styles.share} min={0} max={heaviest!.bytes || 1} value={item.bytes} aria-hidden="true" />
              </li>
            ))}
          </ol>
        </section>
      )}
      {orphanedCount === 0 ? null : (
        <section className={styles.part}>
          <h3 className={styles.heading}>Arxius orfes ({orphanedCount})</h3>
          <p className={styles.hint}>Ningú els fa servir: s'esborren tots sols dins d'una hora.</p>
          <ul className={styles.list}>
            {orphanedFiles.slice(0, MOST_ORPHANS).map(({ name, bytes }) => (
              <li key={name} className={styles.item}>
                <span className={styles.name}>{name}</span>
                <span className={styles.size}>{formatMegabytes(bytes)}</span>
              </li>
            ))}
          </ul>
          {orphanedCount > MOST_ORPHANS ? <p>... i {orphanedCount - MOST_ORPHANS} més</p> : null}
        </section>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function decimal(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1).replace('.', ',');
}

import type { ReactNode } from 'react';

import type { ShownData } from '../data-view.ts';
import styles from './my-data.module.css';

/** The first level as sections that open. */
export function DataSections({ data }: { data: ShownData | null }): ReactNode {
  if (data?.kind !== 'facts') return <p>No guardem res d'este correu.</p>;
  return data.facts.map(({ name, value }) => (
    <details key={name} className={styles.section} open={value.kind !== 'list' || value.items.length < 3}>
      <summary>
        {name}
        {value.kind === 'list' ? ` (${value.items.length})` : ''}
      </summary>
      <Shown data={value} />
    </details>
  ));
}

function Shown({ data }: { data: ShownData }): ReactNode {
  switch (data.kind) {
    case 'text':
      return <span className={styles.value}>{data.text}</span>;
    case 'list':
      return (
        <ul className={styles.list}>
          {data.items.map((item, index) => (
            <li key={index}>
              <Shown data={item} />
            </li>
          ))}
        </ul>
      );
    case 'facts':
      return (
        <dl className={styles.facts}>
          {data.facts.map(({ name, value }) => (
            <div key={name} className={value.kind === 'text' ? styles.fact : styles.block}>
              <dt>{name}</dt>
              <dd>
                <Shown data={value} />
              </dd>
            </div>
          ))}
        </dl>
      );
  }
}

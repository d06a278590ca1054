import type { ReactNode } from 'react';

import type { DisplayedData } from '../data-view.ts';
import styles from './my-data.module.css';

/** The first level as sections that open. */
export function DataSections({ data }: { data: DisplayedData | null }): ReactNode {
  if (data?.kind !== 'facts') return <p>No guardem res d'este correu.</p>;
  return data.facts.map(({ name, value }) => (
    <details key={name} className={styles.section} open={value.kind !== 'list' || value.items.length < 3}>
      <summary>
        {name}
        {value.kind === 'list' ? ` (${value.items.length})` : ''}
      </summary>
      <DisplayedValue data={value} />
    </details>
  ));
}

function DisplayedValue({ data }: { data: DisplayedData }): ReactNode {
  switch (data.kind) {
    case 'text':
      return <span className={styles.value}>{data.text}</span>;
    case 'list':
      return (
        <ul className={styles.list}>
          {data.items.map((item, index) => (
            <li key={index}>
              <DisplayedValue data={item} />
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
                <DisplayedValue data={value} />
              </dd>
            </div>
          ))}
        </dl>
      );
  }
}

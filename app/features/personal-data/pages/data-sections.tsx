import type { ReactNode } from 'react';

import ui from '#app/design/ui/layout/primitives.module.css';

import { type DisplayedData, type DisplayedRecord, titledRecord } from '../data-view.ts';
import styles from './my-data.module.css';

const MOST_IN_A_LINE = 3;

/** The first level as sections that open. */
export function DataSections({ data }: { data: DisplayedData | null }): ReactNode {
  if (data?.kind !== 'facts') return <p>No guardem res d'este correu.</p>;
  return data.facts.map(({ name, value }) => (
    <details key={name} className={styles.section} open={value.kind !== 'list' || value.items.length < 3}>
      <summary className={ui.fold}>
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
            <li key={index}>{item.kind === 'facts' ? <OneOfMany record={item} /> : <DisplayedValue data={item} />}</li>
          ))}
        </ul>
      );
    case 'facts':
      return <Facts facts={data.facts} />;
  }
}

/** A few words stand in a line; more are folded below their title. */
function OneOfMany({ record }: { record: DisplayedRecord }): ReactNode {
  const { title, facts } = titledRecord(record);
  if (title === '') return <Facts facts={facts} />;
  const texts = facts.flatMap(({ name, value }) => (value.kind === 'text' ? `${name}: ${value.text}` : []));
  if (texts.length === facts.length && texts.length <= MOST_IN_A_LINE) {
    return (
      <p className={styles.line}>
        <strong>{title}</strong> {texts.join(' · ')}
      </p>
    );
  }
  return (
    <details className={styles.record}>
      <summary className={ui.fold}>{title}</summary>
      <Facts facts={facts} />
    </details>
  );
}

function Facts({ facts }: Pick<DisplayedRecord, 'facts'>): ReactNode {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
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

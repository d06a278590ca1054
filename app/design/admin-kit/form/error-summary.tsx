import type { MouseEvent, ReactNode } from 'react';

import { Banner } from '#app/design/ui/feedback/banner.tsx';

import styles from './admin-form.module.css';

export type ListNames = Readonly<Record<string, string>>;

interface ErrorSummaryProps {
  formId: string;
  errors: readonly (readonly [name: string, messages: readonly string[] | undefined])[];
  lists: ListNames;
}

export function ErrorSummary({ formId, errors, lists }: ErrorSummaryProps): ReactNode {
  return (
    <Banner tone="error" title={errors.length === 1 ? 'Hi ha una cosa per arreglar' : `Hi ha ${errors.length} coses per arreglar`} live="alert">
      <ul className={styles.list}>
        {errors.map(([name, messages]) => (
          <li key={name}>
            {name === '' ? (
              messages?.[0]
            ) : (
              <a href={`#${encodeURIComponent(`${formId}-${name}`)}`} onClick={(event) => goTo(event, `${formId}-${name}`)}>
                {placeOf(name, lists)}
                {messages?.[0]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function goTo(event: MouseEvent, id: string): void {
  const field = document.getElementById(id);
  if (field === null) return;
  event.preventDefault();
  field.scrollIntoView({ block: 'center' });
  field.focus({ preventScroll: true });
}

function placeOf(name: string, lists: ListNames): string {
  const places = [...name.matchAll(/(\w+)\[(\d+)\]/g)].map(([, list = '', index]) => `${lists[list] ?? ''} ${Number(index) + 1}`.trim());
  return places.length === 0 ? '' : `${places.join(' · ')}: `;
}

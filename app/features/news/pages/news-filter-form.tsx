import Search from 'lucide-react/icons/search';
import { type ReactNode, type RefCallback, useCallback, useRef, useState } from 'react';
import { Form, Link, useNavigation, useSubmit } from 'react-router';

import { isFiltering, type NewsFilter } from '#app/domain/news/news-filter.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Field } from '#app/design/ui/forms/field.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useTimeout } from '#app/design/ui/hooks/use-timer.ts';

import styles from './news-filter-form.module.css';

const TYPING_MS = 350;
const STATUSES = [
  { value: '', text: 'Totes' },
  { value: 'published', text: 'Publicades' },
  { value: 'draft', text: 'Esborranys' },
];

interface NewsFilterFormProps {
  filter: NewsFilter;
  categories: readonly string[];
  isEditor: boolean;
}

/** The filters live in the address, so that they can be shared and Back undoes them. */
export function NewsFilterForm({ filter, categories, isEditor }: NewsFilterFormProps): ReactNode {
  const { form, ask } = useFilterForm(filter);
  const { search, tag } = filter;
  const busy = useNavigation().location?.pathname === '/news';
  return (
    <Form
      ref={form}
      method="get"
      action="/news"
      role="search"
      className={styles.panel}
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault();
        ask(0);
      }}
      onChange={(event) => ask(event.target instanceof HTMLInputElement && event.target.name === 'q' ? TYPING_MS : 0)}
    >
      {tag === null ? null : <input type="hidden" name="tag" value={tag} />}
      <div className={styles.search}>
        <Field label="Buscar notícies">
          {(control) => <input {...control} type="search" name="q" defaultValue={search} maxLength={100} placeholder="Títol, text…" autoComplete="off" enterKeyHint="search" />}
        </Field>
        <Button type="submit" busy={busy} aria-label="Buscar">
          <Search size={20} aria-hidden="true" />
        </Button>
      </div>
      <MoreFilters filter={filter} categories={categories} isEditor={isEditor} />
      {isFiltering(filter) ? (
        <div className={ui.row4}>
          {tag === null ? null : <span className={styles.tag}>#{tag}</span>}
          <Link to="/news" preventScrollReset className={styles.clear}>
            Netejar filtres
          </Link>
        </div>
      ) : null}
    </Form>
  );
}

function useFilterForm({ search, from, to, category, status }: NewsFilter): { form: RefCallback<HTMLFormElement>; ask: (afterMs: number) => void } {
  const form = useRef<HTMLFormElement>(null);
  const [pending, setPending] = useState<{ afterMs: number } | null>(null);
  const submit = useSubmit();

  // The address may change by a link or by Back; what is being typed is left alone.
  const showFilter = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element;
      const values: Record<string, string> = { q: search, from: from ?? '', to: to ?? '', category: category ?? '', status: status === 'all' ? '' : status };
      for (const control of element?.elements ?? []) {
        if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
        const value = values[control.name];
        if (control !== document.activeElement && value !== undefined) control.value = value;
      }
    },
    [search, from, to, category, status],
  );

  useTimeout(() => {
    if (form.current !== null) void submit(filledFields(form.current), { replace: true, preventScrollReset: true });
  }, pending?.afterMs ?? null, pending);

  return { form: showFilter, ask: (afterMs) => setPending({ afterMs }) };
}

function MoreFilters({ filter: { from, to, category, tag, status }, categories, isEditor }: NewsFilterFormProps): ReactNode {
  const narrows = from !== null || to !== null || category !== null || tag !== null || status !== 'all';
  const options = withChosen(categories, category).map((one) => ({ value: one, text: one }));
  return (
    <details open={narrows || undefined}>
      <summary className={styles.summary}>Filtres</summary>
      <div className={styles.fields}>
        <Field label="Des de">{(control) => <input {...control} type="date" name="from" defaultValue={from ?? ''} />}</Field>
        <Field label="Fins a">{(control) => <input {...control} type="date" name="to" defaultValue={to ?? ''} />}</Field>
        {categories.length < 2 && category === null ? null : <ChoiceFilter label="Categoria" name="category" chosen={category ?? ''} choices={[{ value: '', text: 'Totes' }, ...options]} />}
        {isEditor ? <ChoiceFilter label="Estat" name="status" chosen={status === 'all' ? '' : status} choices={STATUSES} /> : null}
      </div>
    </details>
  );
}

function ChoiceFilter({ label, name, chosen, choices }: { label: string; name: string; chosen: string; choices: readonly { value: string; text: string }[] }): ReactNode {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} name={name} defaultValue={chosen}>
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Empty fields are left out to keep the address short. */
function filledFields(form: HTMLFormElement): URLSearchParams {
  const filled = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '');
  return new URLSearchParams(filled);
}

/** An address may name one that no news item has any more. */
function withChosen(categories: readonly string[], chosen: string | null): string[] {
  return chosen === null || categories.includes(chosen) ? [...categories] : [...categories, chosen];
}

import { useEffect, useEffectEvent, useState } from 'react';

import type { SoughtWords } from '#app/domain/search/snippet.ts';

const NOTHING: SoughtWords = { words: [], stems: [] };
const FIRST_YET = -1;

type Found = { query: string; pages: readonly number[]; sought: SoughtWords };
export type SearchState = 'idle' | 'searching' | 'failed' | 'found';

export interface BookletSearchState {
  state: SearchState;
  query: string;
  pages: readonly number[];
  /** Index in `pages` of the current result; -1: none. */
  index: number;
  sought: SoughtWords;
  run: (query: string) => void;
  step: (by: 1 | -1) => void;
}

/** Searches on the server, so that the PDF is not downloaded for it. */
export function useBookletSearch({ year, query: wanted, at, goTo }: { year: number; query: string; at: number; goTo: (page: number) => void }): BookletSearchState {
  const [query, setQuery] = useState(wanted);
  const [state, setState] = useState<SearchState>(wanted === '' ? 'idle' : 'searching');
  const [found, setFound] = useState<Found | null>(null);
  const [index, setIndex] = useState(FIRST_YET);
  const [requested, setRequested] = useState({ wanted, at });
  if (requested.wanted !== wanted || requested.at !== at) {
    setRequested({ wanted, at });
    if (query !== wanted) {
      setQuery(wanted);
      setState(wanted === '' ? 'idle' : 'searching');
    }
    setIndex(found === null ? FIRST_YET : found.pages.indexOf(at));
  }

  const arrive = useEffectEvent((answer: Found) => {
    setFound(answer);
    setState('found');
    // The query of the address keeps the page it opened at; a typed one goes to its first result.
    const isOpening = answer.query === wanted && answer.pages.includes(at);
    setIndex(isOpening ? answer.pages.indexOf(at) : answer.pages.length > 0 ? 0 : FIRST_YET);
    const [first] = answer.pages;
    if (!isOpening && answer.query !== wanted && first !== undefined) goTo(first);
  });

  useEffect(() => {
    if (query === '') return undefined;
    const leaving = new AbortController();
    ask({ year, query, signal: leaving.signal }).then(arrive, () => leaving.signal.aborted || setState('failed'));
    return () => leaving.abort();
  }, [year, query]);

  function run(text: string): void {
    setFound(null);
    setIndex(FIRST_YET);
    setState(text === '' ? 'idle' : 'searching');
    setQuery(text);
  }

  function step(by: 1 | -1): void {
    const pages = found?.pages ?? [];
    const next = (index + by + pages.length) % pages.length;
    const page = pages[next];
    if (page === undefined) return;
    setIndex(next);
    goTo(page);
  }

  return { state, query, pages: found?.pages ?? [], index, sought: found?.sought ?? NOTHING, run, step };
}

async function ask({ year, query, signal }: { year: number; query: string; signal: AbortSignal }): Promise<Found> {
  const response = await fetch(`/api/booklets/search?${new URLSearchParams({ q: query, year: String(year) })}`, { signal });
  if (!response.ok) throw new Error(String(response.status));
  const { results, words, stems }: { results: { page: number }[] } & SoughtWords = await response.json();
  return { query, pages: results.map(({ page }) => page), sought: { words, stems } };
}

import { type RefObject, useEffect, useRef } from 'react';

import { useLatest } from '../hooks/use-latest.ts';

/** For an `<input type="file">`: hands on the files that were chosen before the scripts were at work, whose `change` nobody heard. */
export function useFilesChosenBefore(onFiles: ((files: readonly File[]) => void) | null): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const latest = useLatest(onFiles);
  const isReady = onFiles !== null;
  useEffect(() => {
    const field = input.current;
    if (!isReady || field === null || field.files === null || field.files.length === 0) return;
    latest.current?.([...field.files]);
    field.value = '';
  }, [isReady, latest]);
  return input;
}

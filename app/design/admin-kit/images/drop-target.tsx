import { type ReactNode, useState } from 'react';

import { useFilesChosenBefore } from '#app/design/ui/upload/use-files-chosen-before.ts';

import styles from './images-input.module.css';
import { ANY_IMAGE } from './use-image-uploads.ts';

export interface DropPlaceProps {
  /** Null until scripts are at work: the files then go with the form, under `name`. */
  onFiles: ((files: readonly File[]) => void) | null;
  name: string;
  form?: string;
  isMultiple: boolean;
  isDisabled?: boolean;
  isSmall?: boolean;
  accept?: readonly string[];
  describedBy: string;
  children: ReactNode;
}

export function DropTarget({ onFiles, name, form, isMultiple, isDisabled = false, isSmall = false, accept = ANY_IMAGE.taken, describedBy, children }: DropPlaceProps): ReactNode {
  const [isOver, setOver] = useState(false);
  const input = useFilesChosenBefore(onFiles);
  return (
    <label className={styles.drop} data-over={isOver || undefined} data-small={isSmall || undefined}>
      {children}
      <input
        ref={input}
        type="file"
        multiple={isMultiple}
        accept={accept.join(',')}
        aria-describedby={describedBy}
        className={styles.file}
        disabled={isDisabled}
        {...(onFiles === null && { name, form, required: form === undefined })}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (onFiles === null) return;
          event.preventDefault();
          setOver(false);
          onFiles([...event.dataTransfer.files]);
        }}
        onChange={({ currentTarget }) => {
          if (onFiles === null) return;
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

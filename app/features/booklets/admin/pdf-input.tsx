import CircleAlert from 'lucide-react/icons/circle-alert';
import FileText from 'lucide-react/icons/file-text';
import { type ReactNode, useId, useState } from 'react';

import type { FormField } from '#app/design/admin-kit/fields/form-field.ts';
import { BOOKLET_TEXTS, chosenFileProblem } from '#app/domain/booklets/booklet.ts';
import { formatMegabytes } from '#app/domain/files/format-size.ts';
import { Button } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useFilesChosenBefore } from '#app/design/ui/upload/use-files-chosen-before.ts';

import styles from './pdf-input.module.css';
import type { PdfUpload } from './use-pdf-upload.ts';

interface PdfInputProps {
  field: FormField;
  upload: PdfUpload;
  /** The stored PDF, in bytes. */
  current: number | null;
  /** 0 to 100, of upload and save together. */
  percent: number;
}

export function PdfInput({ field, upload, current, percent }: PdfInputProps): ReactNode {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const { state } = upload;
  const refused = field.errors?.[0];
  const isRefused = state.step === 'idle' || (state.step === 'sent' && refused === BOOKLET_TEXTS.fileGone);
  const error = problem ?? (state.step === 'failed' ? state.problem : isRefused ? refused : undefined);

  function take(file: File): void {
    const wrong = chosenFileProblem(file);
    setProblem(wrong);
    if (wrong === null) upload.send(file);
  }

  return (
    <div className={ui.column2}>
      <label className={ui.strong} htmlFor={field.id}>
        Arxiu PDF
        {current === null ? null : <span className={styles.optional}> (opcional)</span>}
      </label>
      <p id={`${id}-hint`} className={ui.small}>
        {current === null ? 'Fins a 50 MB. Es puja de seguida, mentre omplis la resta.' : `El que hi ha ara ocupa ${formatMegabytes(current)} i es queda si no en tries un altre.`}
      </p>
      <DropTarget id={field.id} describedBy={`${id}-hint ${id}-error`} isWrong={error !== undefined} onFile={take} />
      <input type="hidden" name={field.name} form={field.formId} value={state.step === 'sent' ? state.fileId : upload.before} />
      <noscript>
        <p className={ui.small}>Per a pujar un PDF cal que el navegador puga executar JavaScript.</p>
      </noscript>
      {state.step === 'sending' || state.step === 'sent' ? <OnItsWay state={state} percent={percent} onCancel={upload.cancel} /> : null}
      <div id={`${id}-error`}>
        {error === undefined ? null : (
          <p className={styles.error} role="alert">
            <CircleAlert size={16} aria-hidden="true" />
            {state.step === 'failed' && problem === null ? `${BOOKLET_TEXTS.uploadFailed}: ${error}` : error}
          </p>
        )}
        {state.step === 'failed' && state.retry !== null ? (
          <Button
            tone="quiet"
            onClick={() => {
              setProblem(null);
              state.retry?.();
            }}
          >
            Torna-ho a provar
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function DropTarget({ id, describedBy, isWrong, onFile }: { id: string; describedBy: string; isWrong: boolean; onFile: (file: File) => void }): ReactNode {
  const [isOver, setOver] = useState(false);
  const take = ([file]: Iterable<File>): void => {
    if (file !== undefined) onFile(file);
  };
  const input = useFilesChosenBefore(take);
  return (
    <div
      className={isOver ? styles.over : styles.drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <FileText size={26} aria-hidden="true" className={styles.icon} />
      <span aria-hidden="true">Tria un PDF o arrossega'l ací</span>
      <input
        ref={input}
        id={id}
        type="file"
        accept="application/pdf,.pdf"
        className={styles.input}
        aria-describedby={describedBy}
        aria-invalid={isWrong ? true : undefined}
        onChange={({ currentTarget }) => {
          take(currentTarget.files ?? []);
          // Cleared, so that choosing the same file again fires `change`.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

function OnItsWay({ state, percent, onCancel }: { state: Extract<PdfUpload['state'], { step: 'sending' | 'sent' }>; percent: number; onCancel: () => void }): ReactNode {
  return (
    <div className={`${ui.stack2} ${ui.start}`}>
      <p className={`${ui.strong} ${ui.wraps}`}>
        {state.name} · {formatMegabytes(state.bytes)}
      </p>
      <progress className={styles.bar} max={100} value={percent} aria-label="Progrés" />
      <p role="status" className={ui.small}>
        {state.step === 'sent' ? 'PDF pujat. Guarda el llibret per a acabar.' : state.isConnected ? `Pujant... ${percent}%` : 'Sense connexió: continuarà sola quan torne.'}
      </p>
      {state.step === 'sending' ? (
        <Button tone="text" onClick={onCancel}>
          Deixar de pujar
        </Button>
      ) : null}
    </div>
  );
}

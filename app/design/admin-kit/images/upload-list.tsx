import type { ReactNode } from 'react';

import { Button } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './images-input.module.css';
import type { ImageUpload } from './use-image-uploads.ts';

export function UploadList({ uploads, problems }: { uploads: readonly ImageUpload[]; problems: readonly string[] }): ReactNode {
  return (
    <>
      <ul className={styles.uploads}>
        {uploads.map(({ key, name, preview, share, isConnected, cancel }) => (
          <li key={key} className={styles.upload}>
            <img src={preview} alt="" className={styles.chosen} />
            <span className={ui.wraps}>{name}</span>
            <span>{isConnected ? (share === null ? 'Preparant…' : share < 1 ? `Pujant... ${Math.round(share * 100)}%` : 'Processant...') : 'Sense connexió: seguirà tota sola'}</span>
            <progress className={styles.progress} value={share ?? undefined} max={1} aria-label={`Pujant ${name}`} />
            <Button tone="text" onClick={cancel} aria-label={`Cancel·lar: ${name}`}>
              Cancel·lar
            </Button>
          </li>
        ))}
      </ul>
      {problems.length === 0 ? null : (
        <div role="alert" className={styles.problems}>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

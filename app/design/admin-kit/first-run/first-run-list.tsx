import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';

import styles from './first-run-list.module.css';

export interface FirstRunStep {
  title: string;
  /** What is still to be done. */
  todo: string;
  to: string;
  isDone: boolean;
}

/** What a new installation still needs; nothing where there are no steps. */
export function FirstRunList({ steps }: { steps: readonly FirstRunStep[] }): ReactNode {
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={adminPage.sheet} aria-labelledby="first-run">
      <div className={ui.bar3}>
        <h2 id="first-run" className={ui.heading}>
          Per a començar
        </h2>
        <p className={ui.facts}>
          {done} de {steps.length} fets
        </p>
      </div>
      <meter className={ui.meter} min={0} max={steps.length} value={done} aria-label="Passos fets" />
      <ol className={styles.steps}>
        {steps.map(({ title, todo, to, isDone }) => (
          <li key={title} className={styles.step}>
            {isDone ? <CircleCheck size={24} aria-hidden="true" className={styles.done} /> : <CircleDashed size={24} aria-hidden="true" className={styles.open} />}
            <div>
              {isDone ? (
                <p className={ui.soft}>
                  {title}
                  <VisuallyHidden>: fet</VisuallyHidden>
                </p>
              ) : (
                <>
                  <Link to={to} className={`${ui.touch} ${ui.link}`}>
                    {title}
                  </Link>
                  <p className={ui.small}>{todo}</p>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

import type { ReactNode } from 'react';

import type { HistoryRow } from '../users-store.server.ts';
import { actionText, rightsText, userRoleText } from './admin-user-words.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import styles from './admin-users.module.css';
import { isRecord } from '#app/domain/record.ts';

interface HistoryEntry {
  at: string;
  text: string;
  by: string | null;
}

export function actionWithChange({ action, detail }: HistoryRow): string {
  const change = isRecord(detail) ? detail : {};
  const textOf = action === 'user.rights_changed' ? rightsText : userRoleText;
  const before = textOf(change['before']);
  const after = textOf(change['after']);
  if (after === null) return actionText(action);
  return `${actionText(action)}: ${before === null || before === after ? after : `${before} → ${after}`}`;
}

export function UserHistory({ entries }: { entries: readonly HistoryEntry[] }): ReactNode {
  if (entries.length === 0) return null;
  return (
    <section>
      <h2 className={styles.subtitle}>Historial</h2>
      <ol className={styles.history}>
        {entries.map((entry, index) => (
          <li key={index}>
            <span>{entry.text}</span>
            <span className={`${ui.small} ${ui.wraps}`}>
              {entry.at}
              {entry.by === null ? '' : ` · ${entry.by}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

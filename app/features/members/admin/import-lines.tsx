import type { ReactNode } from 'react';

import { RIGHT_NAMES } from '#app/domain/people/right-names.ts';
import { type GrantableRight, rightsWord } from '#app/domain/people/rights.ts';
import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { LineProblem } from '../member-list.server.ts';
import type { MemberChange } from '../users-import.server.ts';
import styles from './admin-users.module.css';

const MOST_LINES = 100;

export function LineProblems({ problems }: { problems: readonly LineProblem[] }): ReactNode {
  if (problems.length === 0) return null;
  return (
    <section>
      <h2 className={styles.subtitle}>Línies amb errors</h2>
      <ul className={styles.problems}>
        {problems.slice(0, MOST_LINES).map((problem, index) => (
          <li key={index}>
            {problem.line === 0 ? null : <strong>Línia {problem.line}: </strong>}
            {problem.text}
          </li>
        ))}
      </ul>
      <More total={problems.length} />
    </section>
  );
}

export function MemberChanges({ title, changes }: { title: string; changes: readonly MemberChange[] }): ReactNode {
  if (changes.length === 0) return null;
  return (
    <section>
      <h2 className={styles.subtitle}>
        {title} ({changes.length})
      </h2>
      <ul className={ui.card}>
        {changes.slice(0, MOST_LINES).map((change) => (
          <li key={change.line} className={styles.row}>
            <span className={styles.person}>
              <span className={`${ui.strong} ${ui.wraps}`}>
                {change.before !== null && change.before.name !== change.name ? `${change.before.name} → ` : ''}
                {change.name}
              </span>
              <span className={`${ui.small} ${ui.wraps}`}>{change.email}</span>
            </span>
            <span>
              {change.before !== null && change.before.role !== change.role ? `${ROLE_NAMES[change.before.role]} → ` : ''}
              {ROLE_NAMES[change.role]}
              {rightsChange(change)}
            </span>
          </li>
        ))}
      </ul>
      <More total={changes.length} />
    </section>
  );
}

/** ' · Porta → Porta, Taquilla', where the list changes them. */
function rightsChange({ rights, before }: MemberChange): string {
  const had = before?.rights ?? [];
  if (rights === null || rightsWord(rights) === rightsWord(had)) return '';
  const named = (some: readonly GrantableRight[]): string => (some.length === 0 ? 'cap permís' : some.map((right) => RIGHT_NAMES[right].name).join(', '));
  return had.length === 0 ? ` · ${named(rights)}` : ` · ${named(had)} → ${named(rights)}`;
}

function More({ total }: { total: number }): ReactNode {
  return total > MOST_LINES ? <p className={adminPage.count}>… i {total - MOST_LINES} més</p> : null;
}

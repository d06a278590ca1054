import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';

import { PASSWORD_RULES } from '#app/domain/people/password.ts';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from '#app/design/ui/layout/account-card.module.css';

export function PasswordRules({ id, password }: { id: string; password: string }): ReactNode {
  return (
    <ul id={id} className={styles.rules} aria-label="Requisits de la contrasenya">
      {PASSWORD_RULES.map((rule) => {
        const met = rule.isMet(password);
        const Icon = met ? CircleCheck : Circle;
        return (
          <li key={rule.problem} className={`${ui.line3} ${met ? styles.met : ''}`}>
            <Icon size={18} aria-hidden="true" />
            <span>
              {rule.asks}
              {met ? <VisuallyHidden> (complit)</VisuallyHidden> : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

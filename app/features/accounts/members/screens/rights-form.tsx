import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { RIGHT_NAMES } from '#app/domain/people/right-names.ts';
import { GRANTABLE_RIGHTS, type GrantableRight } from '#app/domain/people/rights.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { Button } from '#app/ui/button.tsx';

import styles from './admin-users.module.css';

/** What somebody may do, beside what they pay. `rights` are those they have, `chosen` those that are ticked. */
export function RightsForm({ rights, chosen }: { rights: readonly GrantableRight[]; chosen: readonly GrantableRight[] }): ReactNode {
  return (
    <Form method="post" className={styles.form}>
      {rights.map((right) => (
        <input key={right} type="hidden" name="from" value={right} />
      ))}
      <fieldset className={styles.rights} key={chosen.join()}>
        <legend>Permisos</legend>
        {GRANTABLE_RIGHTS.map((right) => (
          <label key={right} className={adminPage.check}>
            <input type="checkbox" name="right" value={right} defaultChecked={chosen.includes(right)} />
            <span>
              {RIGHT_NAMES[right].name}
              <span className={styles.email}> · {RIGHT_NAMES[right].purpose}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={adminPage.actions}>
        <Button type="submit" tone="quiet" name="intent" value="rights">
          Canviar permisos
        </Button>
      </div>
    </Form>
  );
}

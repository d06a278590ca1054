import { type ReactNode, useState } from 'react';

import { type TypedMenu, typedMenuAt } from '#app/domain/food/typed-menu.ts';
import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { PAYING_ROLES, type PayingRole } from '#app/domain/people/roles.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './menu-preview.module.css';

export function MenuPreview({ typed }: { typed: TypedMenu }): ReactNode {
  const [category, setCategory] = useState<PayingRole>('public');
  const { sections, options } = typedMenuAt(category, typed);
  return (
    <details className={styles.preview}>
      <summary className={`${ui.touch} ${ui.link}`}>Com ho vorà qui compra</summary>
      <div className={styles.categories} role="group" aria-label="Amb els preus de">
        {PAYING_ROLES.map((one) => (
          <button key={one} type="button" className={styles.category} aria-pressed={category === one} onClick={() => setCategory(one)}>
            {ROLE_NAMES[one]}
          </button>
        ))}
      </div>
      <div className={styles.dialog} role="group" aria-label={`Vista prèvia, ${ROLE_NAMES[category]}`}>
        <h2 className={ui.heading}>Configura el teu menjar</h2>
        {sections.length === 0 && options.length === 0 ? <p className={styles.soft}>Sense menús ni extres: cada tiquet costa el preu de referència.</p> : null}
        {sections.map((section, index) => (
          <Choices key={index} name={section.name || 'Secció sense nom'} hint={hintOf(section)} choices={section.items} />
        ))}
        {options.length === 0 ? null : <Choices name="Extres" hint="Opcional" choices={options} />}
      </div>
    </details>
  );
}

function hintOf({ required, maxSelection }: { required: boolean; maxSelection: number }): string {
  const most = maxSelection === 1 ? 'tria 1' : `tria fins a ${maxSelection}`;
  return required ? `Obligatori, ${most}` : `Opcional, ${most}`;
}

function Choices({ name, hint, choices }: { name: string; hint: string; choices: ReturnType<typeof typedMenuAt>['options'] }): ReactNode {
  return (
    <section className={ui.stack2}>
      <h3 className={styles.name}>
        {name} <span className={styles.soft}>{hint}</span>
      </h3>
      <ul className={ui.stack2}>
        {choices.map((choice, index) => (
          <li key={index} className={styles.choice}>
            <span aria-hidden="true">{choice.emoji}</span>
            <span className={styles.dish}>{choice.name || 'Plat sense nom'}</span>
            <span>{choice.price === null ? 'sense preu' : formatPrice(choice.price)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

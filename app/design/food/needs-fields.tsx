import { type ReactNode, useId } from 'react';

import { ALLERGEN_NAMES, ALLERGENS, DIET_NAMES, DIETS } from '#app/domain/food/allergens.ts';
import { CONSENT_TEXT, OTHERS_CONSENT, OWN_CONSENT } from '#app/domain/food/consent.ts';
import { hasNeeds, MAX_OTHER_NEED, type NeedCode, type SentNeeds } from '#app/domain/food/needs.ts';
import { MAX_FIRST_NAME } from '#app/domain/people/first-name.ts';
import { TextField } from '#app/design/ui/forms/field.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { FoodIcon } from './food-icon.tsx';
import styles from './food.module.css';

export interface NeedsFieldsProps {
  needs: SentNeeds;
  /** Of the consent, once it was missed. */
  fault: string | null;
  onChange: (needs: SentNeeds) => void;
  /** Somebody at a till types for a person who stands before them. */
  isTypedForOthers?: boolean;
}

/** Its fields have names: without scripts they are sent as they are. */
export function NeedsFields({ needs, fault, onChange, isTypedForOthers = false }: NeedsFieldsProps): ReactNode {
  const faultId = useId();
  const hydrated = useHydrated();
  const { codes, other = '', firstName = '', consent = false, forOther = false } = needs;
  const toggle = (code: NeedCode): void => onChange({ ...needs, codes: codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code] });
  const check = (code: NeedCode, text: string): ReactNode => (
    <label key={code} className={code === 'accessible' ? styles.wideCheck : styles.check}>
      <input type="checkbox" name="codes" value={code} checked={codes.includes(code)} onChange={() => toggle(code)} />
      <FoodIcon name={code} />
      {text}
    </label>
  );
  const asksConsent = !hydrated || hasNeeds(needs);
  return (
    <div className={ui.stack4}>
      <fieldset className={ui.stack2}>
        <legend className={ui.label}>No pot menjar</legend>
        <div className={styles.checks}>{ALLERGENS.map((one) => check(one, ALLERGEN_NAMES[one]))}</div>
      </fieldset>
      <fieldset className={ui.stack2}>
        <legend className={ui.label}>A més</legend>
        <div className={styles.checks}>
          {DIETS.map((one) => check(one, DIET_NAMES[one]))}
          {check('accessible', 'Necessite un lloc accessible')}
        </div>
      </fieldset>
      <TextField label="Una altra cosa (opcional)" name="other" value={other} maxLength={MAX_OTHER_NEED} autoComplete="off" onChange={({ target }) => onChange({ ...needs, other: target.value })} />
      {asksConsent ? (
        <>
          <TextField
            label="Nom per al plat (opcional)"
            hint="Només si vols que isca en la targeta que va amb el plat."
            name="firstName"
            value={firstName}
            maxLength={MAX_FIRST_NAME}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...needs, firstName: target.value })}
          />
          <fieldset className={styles.consent} aria-describedby={fault === null ? undefined : faultId} data-missing={consent ? undefined : ''}>
            <legend className={ui.label}>Com les usem</legend>
            <p className={ui.small}>{CONSENT_TEXT}</p>
            {fault === null ? null : (
              <p id={faultId} className={ui.fault}>
                {fault}
              </p>
            )}
            {isTypedForOthers ? null : (
              <label className={styles.agree}>
                <input type="radio" name="consent" value="own" checked={consent && !forOther} onChange={() => onChange({ ...needs, consent: true, forOther: false })} />
                {OWN_CONSENT}
              </label>
            )}
            <label className={styles.agree}>
              <input type="radio" name="consent" value="other" checked={consent && forOther} onChange={() => onChange({ ...needs, consent: true, forOther: true })} />
              {OTHERS_CONSENT}
            </label>
          </fieldset>
        </>
      ) : null}
    </div>
  );
}

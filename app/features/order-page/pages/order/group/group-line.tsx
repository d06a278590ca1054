import { type ReactNode, useEffect, useState } from 'react';

import { cartGroupProblem, type ChosenGroup, EMPTY_GROUP, GROUP_LINE } from '#app/domain/cart/cart-group.ts';
import { MAX_GROUP_NAME, parseGroupCode, groupPlacesText } from '#app/domain/groups/event-group.ts';
import { MAX_FIRST_NAME } from '#app/domain/people/first-name.ts';
import { TextField } from '#app/design/ui/forms/field.tsx';
import { changeCart } from '#app/platform/client-state/cart-storage.ts';

import { fetchGroup } from '../../../client/order-calls.ts';
import type { LinkedGroup } from '../event-for-order.ts';
import styles from './group-line.module.css';

export interface GroupLineProps {
  eventId: number;
  group: ChosenGroup | null;
  linked: LinkedGroup | null;
}

type Found = { code: string; text: string; isKnown: boolean };

export default function GroupLine({ eventId, group, linked }: GroupLineProps): ReactNode {
  const { found, lookUp } = useGroupLookup(eventId);
  const [isLeft, setIsLeft] = useState(false);
  const linkedCode = linked?.code ?? null;
  // A link chooses for its buyer, once; the cart lives in the browser's storage.
  useEffect(() => {
    if (linkedCode !== null) changeCart(eventId, (cart) => (cart.group?.code === linkedCode ? cart : { ...cart, group: { ...EMPTY_GROUP, kind: 'join', code: linkedCode } }));
  }, [eventId, linkedCode]);

  function change(part: Partial<ChosenGroup> | null): void {
    changeCart(eventId, (cart) => ({ ...cart, group: part === null ? null : { ...EMPTY_GROUP, ...cart.group, ...part } }));
  }

  const isLinked = linked !== null && group?.kind === 'join' && parseGroupCode(group.code) === linked.code;
  const known = group?.kind === 'join' && found?.code === parseGroupCode(group.code) ? found : null;
  const problem = isLeft ? cartGroupProblem(group) : null;
  return (
    <fieldset id={GROUP_LINE} className={styles.line}>
      <legend className={styles.legend}>Amb qui vens?</legend>
      <div className={styles.choices}>
        <Choice text="Pel meu compte" isChosen={group === null} onChoose={() => change(null)} />
        <Choice text="Crear una colla" isChosen={group?.kind === 'create'} onChoose={() => change({ kind: 'create' })} />
        <Choice text="Unir-me a una colla" isChosen={group?.kind === 'join'} onChoose={() => change({ kind: 'join' })} />
      </div>
      {isLinked ? (
        <p className={styles.linked}>
          Seuràs amb <b>«{linked.name}»</b>: {comingText(linked.places)}.
        </p>
      ) : null}
      {group === null ? null : (
        <div className={styles.fields}>
          {group.kind === 'create' ? (
            <TextField id={`${GROUP_LINE}-typed`} label="Nom de la colla" value={group.name} maxLength={MAX_GROUP_NAME * 4} error={problem} hint="Quan hages comprat, comparteix l'enllaç: qui l'obri seu amb vosaltres." onChange={(event) => change({ name: event.target.value })} onBlur={() => setIsLeft(true)} />
          ) : isLinked ? null : (
            <TextField
              id={`${GROUP_LINE}-typed`}
              label="Codi de la colla"
              value={group.code}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              error={problem ?? (known?.isKnown === false ? known.text : null)}
              hint={known?.isKnown === true ? known.text : "Sis lletres i xifres, o l'enllaç sencer."}
              onChange={(event) => {
                change({ code: event.target.value });
                void lookUp(event.target.value);
              }}
              onBlur={() => setIsLeft(true)}
            />
          )}
          <TextField label="El teu nom (opcional)" value={group.firstName} maxLength={MAX_FIRST_NAME} autoComplete="given-name" hint="El vorà qui tinga l'enllaç de la colla." onChange={(event) => change({ firstName: event.target.value })} />
        </div>
      )}
    </fieldset>
  );
}

function useGroupLookup(eventId: number): { found: Found | null; lookUp: (typed: string) => Promise<void> } {
  const [found, setFound] = useState<Found | null>(null);

  async function lookUp(typed: string): Promise<void> {
    const code = parseGroupCode(typed);
    if (code === null || code === found?.code) return;
    const answer = await fetchGroup(code);
    if (!answer.ok) setFound({ code, isKnown: false, text: answer.refusal.code === 'GROUP_NOT_FOUND' ? 'No hi ha cap colla amb eixe codi en este acte' : answer.refusal.message });
    else if (answer.value.eventId !== eventId) setFound({ code, isKnown: false, text: "Eixa colla és d'un altre acte" });
    else setFound({ code, isKnown: true, text: `«${answer.value.name}»: ${comingText(answer.value.places)}` });
  }

  return { found, lookUp };
}

function Choice({ text, isChosen, onChoose }: { text: string; isChosen: boolean; onChoose: () => void }): ReactNode {
  return (
    <label className={styles.choice}>
      <input type="radio" name="amb-qui" checked={isChosen} onChange={onChoose} />
      {text}
    </label>
  );
}

function comingText(places: number): string {
  return places === 0 ? 'seríeu els primers' : `${groupPlacesText(places)} de moment`;
}

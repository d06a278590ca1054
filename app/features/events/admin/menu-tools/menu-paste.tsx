import { type ReactNode, useState } from 'react';

import { readPastedMenu } from '#app/domain/food/pasted-menu.ts';
import { Button } from '#app/design/ui/button.tsx';
import { TextAreaField } from '#app/design/ui/forms/field.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { ImportedMenu } from './menu-import.tsx';
import styles from './menu-import.module.css';
import { NO_DISH_FOUND } from './menu-paste-words.ts';

const EXAMPLE = 'Primer: amanida 4 / sopa 3,75\nSegon: paella 12 10 8 / fideuà (gluten, crustacis, peix) 13\nPostres (opcional): taronja 2 / flam (ous, llet) 3\nExtres: vi 2,50 / café 1,20';

const HINT = 'Una secció per línia, o el nom de la secció i un plat a cada línia. Fins a tres preus: públic, socis i comissió. Els al·lèrgens, entre parèntesis.';

/** A menu as it stands in a message or a document becomes sections and dishes of the form. */
export function MenuPaste({ onRead, refused }: { onRead: (menu: ImportedMenu) => void; refused: { text: string; problem: string } | null }): ReactNode {
  const hydrated = useHydrated();
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  if (!hydrated) return <PlainPaste refused={refused} />;
  const { sections, options, priceless } = readPastedMenu(text);
  const dishes = sections.reduce((count, { items }) => count + items.length, 0) + options.length;

  function take(): void {
    onRead({ sections, options });
    setMessage(priceless.length === 0 ? 'Afegit. Revisa-ho i guarda.' : `Afegit. Falta el preu de: ${priceless.join(', ')}.`);
    setText('');
  }

  return (
    <details className={`${adminPage.more} ${styles.import}`}>
      <summary>Enganxar el menú com a text</summary>
      <div className={styles.body}>
        <TextAreaField
          label="El menú, tal com el tens escrit"
          hint={HINT}
          placeholder={EXAMPLE}
          rows={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div role="status">
          {text.trim() === '' ? (
            message === null ? null : <p>{message}</p>
          ) : (
            <p className={dishes === 0 ? ui.fault : ui.small}>
              {dishes === 0 ? NO_DISH_FOUND : summaryOf({ sections, options })}
            </p>
          )}
        </div>
        <Button tone="quiet" aria-disabled={dishes === 0} onClick={take}>
          {dishes === 1 ? 'Afegir 1 plat' : `Afegir ${dishes} plats`}
        </Button>
      </div>
    </details>
  );
}

/** The form's own server reads it, and gives the form back with the dishes in it. */
function PlainPaste({ refused }: { refused: { text: string; problem: string } | null }): ReactNode {
  return (
    <details className={`${adminPage.more} ${styles.import}`} open={refused !== null}>
      <summary>Enganxar el menú com a text</summary>
      <div className={styles.body}>
        <TextAreaField label="El menú, tal com el tens escrit" name="pasted" hint={HINT} placeholder={EXAMPLE} rows={6} defaultValue={refused?.text} error={refused?.problem ?? null} />
        <Button type="submit" tone="quiet" name="paste" value="1" formNoValidate>
          Afegir els plats
        </Button>
      </div>
    </details>
  );
}

function summaryOf({ sections, options }: ImportedMenu): string {
  const lines = sections.map(({ name, items = [] }) => `${name}: ${items.map((dish) => dish.name).join(', ')}`);
  return [...lines, ...(options.length === 0 ? [] : [`Extres: ${options.map(({ name }) => name).join(', ')}`])].join(' · ');
}

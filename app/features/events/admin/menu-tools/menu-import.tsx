import { type ReactNode, useState } from 'react';

import { MAX_SECTIONS } from '#app/domain/event/menu-fields.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Field } from '#app/design/ui/forms/field.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { EditedEvent } from '../schema.ts';
import { menuFields } from '../form-values.ts';
import styles from './menu-import.module.css';

type Section = ReturnType<typeof menuFields>['sections'][number];

export interface MenuSource {
  id: number;
  text: string;
}

interface MenuImportProps {
  sources: readonly MenuSource[];
  count: number;
  onImport: (sections: Omit<Section, 'id'>[]) => void;
}

type Found = { event: number; sections: Section[] } | { problem: string } | null;

/** Appended to the form only; nothing is stored until it is submitted. */
export function MenuImport({ sources, count, onImport }: MenuImportProps): ReactNode {
  const hydrated = useHydrated();
  const [eventId, setEventId] = useState('');
  const [found, setFound] = useState<Found>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  if (!hydrated || sources.length === 0) return null;

  async function loadPreview(id: string): Promise<void> {
    setEventId(id);
    setFound(null);
    if (id === '') return;
    setBusy(true);
    const read = await readSections(id);
    setBusy(false);
    setFound(read);
    setChosen(new Set('sections' in read ? read.sections.map((section) => section.id) : []));
  }

  const sections = found !== null && 'sections' in found ? found.sections : [];
  const picked = sections.filter(({ id }) => chosen.has(id));
  const tooMany = count + picked.length > MAX_SECTIONS;

  function bring(): void {
    onImport(picked.map(({ name, maxSelection, required, items }) => ({ name, maxSelection, ...(required !== undefined && { required }), items: items.map(({ id: _id, places: _places, ...dish }) => dish as typeof dish & { id: string }) })));
    setEventId('');
    setFound(null);
  }

  return (
    <details className={`${adminPage.more} ${styles.import}`}>
      <summary>Portar seccions d'un altre acte</summary>
      <div className={styles.body}>
        <SourceChoice sources={sources} eventId={eventId} onChoose={(id) => void loadPreview(id)} />
        <div role="status">
          {busy ? <p>Mirant els seus menús…</p> : null}
          {found !== null && 'problem' in found ? <p className={ui.fault}>{found.problem}</p> : null}
          {found !== null && 'sections' in found && sections.length === 0 ? <p>Este acte no té cap secció.</p> : null}
        </div>
        {sections.map((section) => (
          <SectionCheck key={section.id} section={section} isChosen={chosen.has(section.id)} onToggle={() => setChosen(toggled(chosen, section.id))} />
        ))}
        {tooMany ? <p className={ui.fault}>Com a màxim caben {MAX_SECTIONS} seccions.</p> : null}
        {sections.length === 0 ? null : (
          <Button tone="quiet" aria-disabled={picked.length === 0 || tooMany} onClick={bring}>
            {picked.length === 1 ? 'Afegir 1 secció' : `Afegir ${picked.length} seccions`}
          </Button>
        )}
      </div>
    </details>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = new Set(chosen);
  if (!others.delete(id)) others.add(id);
  return others;
}

function SourceChoice({ sources, eventId, onChoose }: { sources: readonly MenuSource[]; eventId: string; onChoose: (eventId: string) => void }): ReactNode {
  return (
    <Field label="De quin acte">
      {(control) => (
        <select {...control} value={eventId} onChange={({ target }) => onChoose(target.value)}>
          <option value="">Tria'n un</option>
          {sources.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function SectionCheck({ section: { name, items }, isChosen, onToggle }: { section: Section; isChosen: boolean; onToggle: () => void }): ReactNode {
  return (
    <label className={adminPage.check}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      {name} ({items.map((item) => item.name).join(', ')})
    </label>
  );
}

async function readSections(eventId: string): Promise<Exclude<Found, null>> {
  try {
    const answer = await fetch(`/api/admin/events/${eventId}`);
    if (!answer.ok) return { problem: "No s'han pogut llegir els seus menús." };
    const event: EditedEvent = await answer.json();
    return { event: event.id, sections: menuFields(event).sections };
  } catch {
    return { problem: 'No hi ha connexió: torna-ho a provar.' };
  }
}

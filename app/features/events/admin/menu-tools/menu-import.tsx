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

type Menu = ReturnType<typeof menuFields>;
type Section = Menu['sections'][number];

/** Sections and extras as the form's fields hold them, without the ids of where they come from. */
export interface ImportedMenu {
  sections: readonly Partial<Omit<Section, 'id' | 'items'> & { items: readonly Partial<Omit<Section['items'][number], 'id'>>[] }>[];
  options: readonly Partial<Omit<Menu['options'][number], 'id'>>[];
}

export interface MenuSource {
  id: number;
  text: string;
  /** The same event a year ago. */
  isLastYears: boolean;
}

interface MenuImportProps {
  sources: readonly MenuSource[];
  count: number;
  onImport: (menu: ImportedMenu) => void;
}

type Found = { event: number; sections: Section[]; options: Menu['options'] } | { problem: string } | null;

/** Appended to the form only; nothing is stored until it is submitted. */
export function MenuImport({ sources, count, onImport }: MenuImportProps): ReactNode {
  const hydrated = useHydrated();
  const [eventId, setEventId] = useState('');
  const [found, setFound] = useState<Found>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  if (sources.length === 0) return null;

  async function loadPreview(id: string): Promise<void> {
    setEventId(id);
    setFound(null);
    if (id === '') return;
    setBusy(true);
    const read = await readSections(id);
    setBusy(false);
    setFound(read);
    setChosen(new Set('sections' in read ? [...read.sections.map((section) => section.id), OPTIONS] : []));
  }

  const sections = found !== null && 'sections' in found ? found.sections : [];
  const picked = sections.filter(({ id }) => chosen.has(id));
  const tooMany = count + picked.length > MAX_SECTIONS;

  const options = found !== null && 'options' in found ? found.options : [];
  const lastYears = sources.find(({ isLastYears }) => isLastYears);

  function bring(): void {
    onImport({ sections: picked.map(withoutIds), options: chosen.has(OPTIONS) ? options.map(({ id: _id, ...option }) => option) : [] });
    setEventId('');
    setFound(null);
  }

  return (
    <details className={`${adminPage.more} ${styles.import} ${ui.needsScripts}`}>
      <summary>Portar seccions d'un altre acte</summary>
      <div className={styles.body} inert={!hydrated}>
        {lastYears === undefined ? null : (
          <Button tone="quiet" onClick={() => void loadPreview(String(lastYears.id))}>
            Com l'any passat: {lastYears.text}
          </Button>
        )}
        <SourceChoice sources={sources} eventId={eventId} onChoose={(id) => void loadPreview(id)} />
        <div role="status">
          {busy ? <p>Mirant els seus menús…</p> : null}
          {found !== null && 'problem' in found ? <p className={ui.fault}>{found.problem}</p> : null}
          {found !== null && 'sections' in found && sections.length === 0 && options.length === 0 ? <p>Este acte no té cap secció.</p> : null}
        </div>
        {sections.map((section) => (
          <SectionCheck key={section.id} section={section} isChosen={chosen.has(section.id)} onToggle={() => setChosen(toggled(chosen, section.id))} />
        ))}
        {options.length === 0 ? null : (
          <SectionCheck section={{ id: OPTIONS, name: 'Extres', items: options }} isChosen={chosen.has(OPTIONS)} onToggle={() => setChosen(toggled(chosen, OPTIONS))} />
        )}
        {tooMany ? <p className={ui.fault}>Com a màxim caben {MAX_SECTIONS} seccions.</p> : null}
        {sections.length === 0 && options.length === 0 ? null : (
          <Button tone="quiet" aria-disabled={(picked.length === 0 && !chosen.has(OPTIONS)) || tooMany} onClick={bring}>
            {picked.length === 1 ? 'Afegir 1 secció' : `Afegir ${picked.length} seccions`}
          </Button>
        )}
      </div>
    </details>
  );
}

/** Beside the ids of sections. */
const OPTIONS = 'options';

function withoutIds({ id: _id, items, ...section }: Section): ImportedMenu['sections'][number] {
  return { ...section, items: items.map(({ id: _dish, places: _places, ...dish }) => dish) };
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

function SectionCheck({ section: { name, items }, isChosen, onToggle }: { section: { id: string; name?: string; items: readonly { name?: string }[] }; isChosen: boolean; onToggle: () => void }): ReactNode {
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
    const { sections, options } = menuFields(event);
    return { event: event.id, sections, options };
  } catch {
    return { problem: 'No hi ha connexió: torna-ho a provar.' };
  }
}

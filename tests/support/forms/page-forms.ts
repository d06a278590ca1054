import type { Locator, Page } from 'playwright-core';

import { scriptsAtWork } from '../browser/browser.ts';

/** What can be sent from a page as it stands, found by what a person would press. */

export interface SendableForm {
  method: 'get' | 'post';
  /** The path that it is sent to. */
  to: string;
  /** Empty where the page does one thing. */
  intent: string;
  /** What it asks for: its intent, else the words on its button, and the names of its fields. */
  key: string;
  /** Where it is on the page. */
  sends: 'button' | 'choice' | 'file';
  mark: number;
}

/** Marks what sends a form, and answers it in the order of the page. Buttons that only add an item to a list send nothing. */
export async function formsOn(page: Page): Promise<SendableForm[]> {
  await scriptsAtWork(page);
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
    for (const marked of document.querySelectorAll('[data-form-mark]')) marked.removeAttribute('data-form-mark');
    const found: SendableForm[] = [];
    let next = 0;
    for (const form of document.forms) {
      const fields = [...form.elements].filter((field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement || field instanceof HTMLButtonElement);
      const buttons = fields.filter((field) => field instanceof HTMLButtonElement && field.type === 'submit' && field.name !== '__intent__' && field.ariaHidden !== 'true' && field.checkVisibility());
      const file = fields.find((field) => field.type === 'file');
      const chosen = fields.find((field) => field instanceof HTMLSelectElement && field.checkVisibility());
      const names = [...new Set(fields.flatMap(({ name }) => (name === '' || name === 'intent' || name === '__intent__' ? [] : [name.replaceAll(/\[\d+\]/g, '[]')])))];
      const hidden = fields.find((field) => field instanceof HTMLInputElement && field.name === 'intent')?.value;
      const add = (field: Element, sends: SendableForm['sends'], intent: string): void => {
        next += 1;
        field.setAttribute('data-form-mark', String(next));
        found.push({ method: form.getAttribute('method') === 'post' ? 'post' : 'get', to: new URL(form.getAttribute('action') ?? '', location.href).pathname, intent: intent.startsWith('«') ? '' : intent, key: `${intent} (${names.toSorted().join(', ')})`, sends, mark: next });
      };
      for (const button of buttons) if (!(button as HTMLButtonElement).disabled || fields.some((field) => field instanceof HTMLInputElement && field.required)) add(button, 'button', button.name === 'intent' || button.name === 'action' ? button.value : (hidden ?? `«${(button.ariaLabel ?? document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode()?.textContent ?? '').trim().slice(0, 40)}»`));
      if (buttons.length === 0 && file !== undefined) add(file, 'file', hidden ?? '«file»');
      else if (buttons.length === 0 && chosen !== undefined) add(chosen, 'choice', hidden ?? '«choice»');
    }
    return found;
  });
}

/** What opens a question before something is sent; what helps to fill a field says whether it is open. */
export function openersOn(page: Page): Locator {
  return page.locator('main button[aria-haspopup="dialog"]:not([aria-expanded])').filter({ visible: true });
}

export function markedField(page: Page, { mark }: SendableForm): Locator {
  return page.locator(`[data-form-mark="${mark}"]`);
}

interface EmptyField {
  name: string;
  type: string;
  isRequired: boolean;
  mark: number;
}

const WORDS: Record<string, string> = { email: 'qui.siga@example.com', password: 'Nou7Comboi', search: 'sopar', number: '3', date: '2030-03-15', time: '21:00', url: 'https://example.com/', tel: '964000000' };

/** Types what is asked for, and what a stop wants in fields of these names; what stands there stays otherwise. */
export async function fillForm(page: Page, form: SendableForm, wanted: Readonly<Record<string, string>>): Promise<void> {
  const fields = await markedField(page, form).evaluate((sender) => {
    const { form: own } = sender as HTMLButtonElement;
    for (const marked of document.querySelectorAll('[data-field-mark]')) marked.removeAttribute('data-field-mark');
    return [...(own?.elements ?? [])].flatMap((field, index): EmptyField[] => {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)) return [];
      if (field.type === 'hidden' || field.disabled || !field.checkVisibility()) return [];
      field.setAttribute('data-field-mark', String(index));
      const isEmpty = field.type === 'radio' ? own!.querySelector(`[name="${CSS.escape(field.name)}"]:checked`) === null : field.type === 'checkbox' ? !(field as HTMLInputElement).checked : field.value === '';
      return [{ name: field.name.replace(/^.*\./, ''), type: field.type, isRequired: field.required && isEmpty, mark: index }];
    });
  });
  const chosen = new Set<string>();
  for (const { name, type, isRequired, mark } of fields) {
    const value = wanted[name];
    if (value === undefined && !isRequired) continue;
    const field = page.locator(`[data-field-mark="${mark}"]`);
    if (type === 'radio' || type === 'checkbox') {
      if (value !== undefined ? value !== '' && !(value === 'on' ? !chosen.has(name) : (await field.inputValue()) === value) : chosen.has(name)) continue;
      chosen.add(name);
      await field.setChecked(true, { force: true });
    } else if (type === 'select-one') {
      await field.selectOption(value ?? { index: 1 });
    } else if (type !== 'file') {
      await field.fill(value ?? WORDS[type] ?? 'Unes paraules');
    }
  }
}

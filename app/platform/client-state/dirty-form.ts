/** Passwords don't count, nor does what a form with `data-kept` keeps by itself. A form with lists sets `data-dirty` itself, since a removed item leaves no field. */
export function hasDirtyForm(): boolean {
  const forms = document.querySelectorAll<HTMLFormElement>('main form[method="post"]:not([data-kept])');
  return [...forms].some((form) => form.dataset['dirty'] === 'true' || [...form.elements].some((control) => isChanged(control) && !(form.dataset['dirty'] === 'false' && isBox(control))));
}

/** conform rewrites a box's default; its own `data-dirty` counts instead. */
function isBox(control: Element): boolean {
  return control instanceof HTMLInputElement && control.type === 'checkbox';
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) return isChosenAnew(control);
  // A hidden one carries what was typed a step before.
  if (control instanceof HTMLTextAreaElement) return control.value !== (control.hidden ? '' : control.defaultValue);
  if (!(control instanceof HTMLInputElement) || control.type === 'password') return false;
  if (control.type === 'checkbox' || control.type === 'radio') return control.checked !== control.defaultChecked;
  return control.type === 'file' ? control.value !== '' : control.value !== control.defaultValue;
}

function isChosenAnew({ options, selectedIndex, multiple }: HTMLSelectElement): boolean {
  const all = [...options];
  if (!multiple && !all.some(({ defaultSelected }) => defaultSelected)) return selectedIndex > 0;
  return all.some(({ selected, defaultSelected }) => selected !== defaultSelected);
}

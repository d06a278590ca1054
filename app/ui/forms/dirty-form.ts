/**
 * True while somebody has typed or chosen something in a form of this page and has not sent it. Passwords are typed again.
 * A form with lists says so itself, by `data-dirty`: what was taken out of it has left no field.
 */
export function hasUnsentForm(): boolean {
  const forms = document.querySelectorAll<HTMLFormElement>('main form[method="post"]');
  return [...forms].some((form) => form.dataset['dirty'] === 'true' || [...form.elements].some((control) => isChanged(control) && !(form.dataset['dirty'] === 'false' && isBox(control))));
}

/** The form library writes the default of a box anew: what it says of its form counts instead. */
function isBox(control: Element): boolean {
  return control instanceof HTMLInputElement && control.type === 'checkbox';
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) return [...control.options].some((option) => option.selected !== option.defaultSelected);
  // A hidden one carries what was typed a step before.
  if (control instanceof HTMLTextAreaElement) return control.value !== (control.hidden ? '' : control.defaultValue);
  if (!(control instanceof HTMLInputElement) || control.type === 'password') return false;
  if (control.type === 'checkbox' || control.type === 'radio') return control.checked !== control.defaultChecked;
  return control.type === 'file' ? control.value !== '' : control.value !== control.defaultValue;
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export function textsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string');
}

/** Files and passwords are never stored. */
export function draftFields(form: FormData): [name: string, value: string][] {
  return [...form].filter((field): field is [string, string] => typeof field[1] === 'string' && !/password/i.test(field[0]));
}

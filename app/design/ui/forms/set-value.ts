/** Dispatches the events of typing, for React and the form's listeners. */
export function setValue(input: HTMLInputElement, value: string): void {
  if (input.value === value) return;
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

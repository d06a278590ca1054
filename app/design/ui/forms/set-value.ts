/** React and the form's listeners hear of it as if it were typed. */
export function setValue(input: HTMLInputElement, value: string): void {
  if (input.value === value) return;
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

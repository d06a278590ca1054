export function containing(text: string): string {
  return `%${startingWith(text)}`;
}

export function startingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

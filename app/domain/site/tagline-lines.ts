const LETTERS = 11;

export function taglineLines(tagline: string): string[] {
  const lines: string[] = [];
  for (const word of tagline.split(/\s+/).filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LETTERS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

import { foldText } from '../search/fold-text.ts';

export function newsSearchText({ title, content, excerpt }: { title: string; content: string; excerpt: string | null }): string {
  return [title, excerpt ?? '', content].map(foldText).join('\n');
}

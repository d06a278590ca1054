import type { MetaDescriptor } from 'react-router';

const PRODUCT = 'Comboi';

export interface PageMeta {
  /** Becomes "Tiquets · Comboi". */
  title?: string;
  description?: string;
}

/** Descriptions feed link previews in chats. */
export function pageMeta({ title, description }: PageMeta): MetaDescriptor[] {
  const whole = title === undefined ? PRODUCT : `${title} · ${PRODUCT}`;
  const descriptors: MetaDescriptor[] = [{ title: whole }, { property: 'og:title', content: whole }];
  if (description !== undefined) {
    descriptors.push({ name: 'description', content: description }, { property: 'og:description', content: description });
  }
  return descriptors;
}

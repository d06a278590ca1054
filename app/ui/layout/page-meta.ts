import type { MetaDescriptor } from 'react-router';

const PRODUCT = 'Comboi';

export interface PageMeta {
  /** Becomes "Tiquets · Comboi"; without it the product's name stands alone. */
  title?: string;
  description?: string;
}

/** What a route's `meta` returns. Descriptions also feed link previews in chats, where most people meet a page first. */
export function pageMeta({ title, description }: PageMeta): MetaDescriptor[] {
  const whole = title === undefined ? PRODUCT : `${title} · ${PRODUCT}`;
  const descriptors: MetaDescriptor[] = [{ title: whole }, { property: 'og:title', content: whole }];
  if (description !== undefined) {
    descriptors.push({ name: 'description', content: description }, { property: 'og:description', content: description });
  }
  return descriptors;
}

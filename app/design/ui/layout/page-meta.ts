import type { MetaDescriptor } from 'react-router';

const PRODUCT = 'Comboi';

export interface PageMeta {
  matches: readonly ({ id: string; pathname: string; loaderData?: unknown } | undefined)[];
  title?: string;
  description?: string;
  image?: string;
  canonical?: string;
}

export interface SiteData {
  siteName: string;
  /** Link previews need whole addresses. */
  origin: string;
  preview: string;
}

export function pageMeta({ matches, title, description, image, canonical }: PageMeta): MetaDescriptor[] {
  const { siteName: site = PRODUCT, origin, preview } = siteOf(matches);
  const whole = title === undefined ? site : `${title} · ${site}`;
  const descriptors: MetaDescriptor[] = [{ title: whole }, { property: 'og:title', content: whole }, { property: 'og:site_name', content: site }];
  if (description !== undefined) {
    descriptors.push({ name: 'description', content: description }, { property: 'og:description', content: description });
  }
  if (origin !== undefined) {
    const address = origin + (canonical ?? matches.at(-1)?.pathname ?? '/');
    descriptors.push({ tagName: 'link', rel: 'canonical', href: address }, { property: 'og:url', content: address });
    const picture = image ?? preview;
    if (picture !== undefined) descriptors.push({ property: 'og:image', content: origin + picture }, { name: 'twitter:card', content: 'summary_large_image' });
  }
  return descriptors;
}

/** Nothing where the layout refused the page, or could not be loaded. */
function siteOf(matches: PageMeta['matches']): Partial<SiteData> {
  return matches.map((match) => (match?.loaderData as { site?: SiteData } | undefined)?.site).find((site) => site?.siteName !== undefined) ?? {};
}

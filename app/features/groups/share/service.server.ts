import type { Sharing } from '#app/design/ui/share-link.tsx';
import type { Deps } from '#app/platform/deps.server.ts';

export function shareOfGroup(deps: Pick<Deps, 'env'>, group: { code: string; name: string; eventTitle: string }): Sharing {
  return {
    title: group.name,
    text: `Vine amb «${group.name}» a «${group.eventTitle}»: compra ací i seus amb nosaltres.`,
    url: new URL(`/colla/${group.code}`, deps.env.publicUrl).href,
  };
}

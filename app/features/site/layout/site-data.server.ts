import { displayName, identityAddresses } from '#app/domain/association.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { SiteData } from '#app/design/ui/layout/page-meta.ts';

export async function siteData(deps: Deps): Promise<SiteData> {
  const { association } = await deps.settings.current();
  return { siteName: displayName(association), origin: deps.env.publicUrl.origin, preview: identityAddresses(association).preview };
}

import { identityAddresses } from '#app/domain/association.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { SiteData } from '#app/design/ui/layout/page-meta.ts';

export async function siteData(deps: Deps): Promise<SiteData> {
  const { association } = await deps.settings.current();
  return { siteName: association.name, origin: deps.env.publicUrl.origin, preview: identityAddresses(association).preview };
}

import type { SearchHit, SearchSource } from '#app/feature.server.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { stateKey } from '#app/platform/app-state.server.ts';
import { requireStaffPage } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import type { Route } from './+types/search.ts';

const SHORTEST = 2;
const LONGEST = 254;

export const searchSources = stateKey<readonly SearchSource[]>('search sources');

interface SearchData {
  text: string;
  isTooShort: boolean;
  groups: { name: string; hits: readonly SearchHit[] }[];
  /** What is searched for whoever asks. */
  names: string[];
}

export async function loader({ context, request, url }: Route.LoaderArgs): Promise<SearchData> {
  const { deps, actor } = context.get(requestContext);
  const { rights } = requireStaffPage(actor, request);
  const sources = deps.state.get(searchSources).filter(({ right, notForAdmins }) => rights.includes(right) && !(notForAdmins && rights.includes('admin')));
  const text = (url.searchParams.get('q') ?? '').trim().slice(0, LONGEST);
  const isTooShort = text.length < SHORTEST;
  const groups = isTooShort || !isStorableText(text) ? [] : await Promise.all(sources.map(async ({ name, find }) => ({ name, hits: await find(deps, text) })));
  return { text, isTooShort, groups: groups.filter(({ hits }) => hits.length > 0), names: sources.map(({ name }) => name) };
}

import { redirect } from 'react-router';

import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';

import { collectPersonalData, doForPerson } from '../service.server.ts';
import type { Route } from './+types/my-data-download.ts';
import { subjectOfRequest } from './my-data-request.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { deps, subject } = await subjectOfRequest(args);
  if (subject === null) return redirect('/les-meues-dades?caducat=1', { headers: PRIVATE_LINK });
  const found = await collectPersonalData(deps, subject.email);
  await doForPerson(deps, { ...subject, kind: 'download' });
  return new Response(JSON.stringify({ email: subject.email, at: deps.clock.now(), ...found }, null, 2), {
    headers: { ...PRIVATE_LINK, 'Content-Type': 'application/json; charset=utf-8', 'Content-Disposition': 'attachment; filename="les-meues-dades.json"' },
  });
}

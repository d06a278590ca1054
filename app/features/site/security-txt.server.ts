import { type Call, call } from '#app/platform/http/calls.server.ts';
import { problems } from '#app/platform/http/openapi/openapi.server.ts';

const DAY_MS = 24 * 3_600_000;
const VALID_DAYS = 180;

/** RFC 9116. */
export const securityTxt: Call = call('GET', '/.well-known/security.txt', {
  audience: 'anyone',
  openapi: {
    summary: 'Whom to tell of a weakness',
    responses: { 200: { description: 'RFC 9116', content: { 'text/plain': { schema: { type: 'string' } } } }, ...problems(429, 500, 503) },
  },
  async handle(c, { deps }) {
    const { association } = await deps.settings.current();
    const today = Math.floor(deps.clock.now().getTime() / DAY_MS) * DAY_MS;
    const fields = [
      `Contact: mailto:${association.email}`,
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: ca, es, en',
      `Canonical: ${new URL('/.well-known/security.txt', deps.env.publicUrl).href}`,
    ];
    return c.body(`${fields.join('\n')}\n`, 200, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' });
  },
});

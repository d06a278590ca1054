import { expect, test } from 'vitest';

import { DoorClosed, doorTransport, NoConnection } from './transport.ts';

test.each([
  [401, '{"code":"NOT_SIGNED_IN"}', DoorClosed],
  [403, '{"code":"FORBIDDEN"}', DoorClosed],
  [403, '<html>Accés a Internet: inicia sessió</html>', NoConnection],
  [401, '{"error":"proxy"}', NoConnection],
  [403, '{"code":"FOREIGN_ORIGIN"}', NoConnection],
])('an answer %s %s of the network closes the door only where it is ours', async (status, body, thrown) => {
  const before = globalThis.fetch;
  globalThis.fetch = async () => new Response(body, { status });
  try {
    await expect(doorTransport(null).get('/api/door')).rejects.toBeInstanceOf(thrown);
  } finally {
    globalThis.fetch = before;
  }
});

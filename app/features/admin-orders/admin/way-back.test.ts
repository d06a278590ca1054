import { expect, test } from 'vitest';

import { wayBack } from './way-back.ts';

test.each([
  ['/admin/tickets', 'Comandes'],
  ['/admin/tickets/12?q=bosch&cursor=1.2', 'Comandes'],
  ['/admin/search?q=Neus+Bosch', 'Busca'],
])('%s leads back to %s', (from, text) => {
  expect(wayBack(from)).toEqual({ to: from, text });
});

test.each([null, '', '//example.com', 'https://example.com/admin/tickets', '/admin/users', '/admin/ticketsx', '/admin/tickets/../logout', '/admin/tickets\\x', 'javascript:alert(1)'])('%j leads nowhere', (from) => {
  expect(wayBack(from)).toBeNull();
});

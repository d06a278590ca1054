import '#app/design/ui/theme/tokens.css';
import '#app/design/ui/theme/base.css';

import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, data } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';

import { routesWith } from './menu-form.tsx';

/** Sends the form as the framework would: the server's reply, with its status. */
const router = createBrowserRouter(
  routesWith(async ({ request }) => {
    const answer = await fetch('/reply', { method: 'POST', body: new URLSearchParams(await request.text()) });
    return data((await answer.json()) as FormReply, { status: answer.status });
  }),
  { hydrationData: (window as { __hydration?: object }).__hydration ?? {} },
);

hydrateRoot(document.getElementById('root')!, <RouterProvider router={router} />);

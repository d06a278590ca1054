import { data, redirect, type RouterContextProvider } from 'react-router';

import { loginBackTo } from '#app/domain/people/login-link.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { hasShift } from '#app/domain/shifts/standing.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';

import { type EventShifts, listShifts, signOff, signUp, type SignUpRefusal } from '../service.server.ts';
import { overlapText } from '../shift-words.ts';

const PAGE = '/torns';

interface Args {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

function memberOf({ context }: Args): Extract<Actor, { kind: 'user' }> {
  const { actor } = context.get(requestContext);
  if (actor.kind === 'guest') throw redirect(loginBackTo(PAGE), 303);
  return actor;
}

interface ShiftsPage {
  events: EventShifts[];
  /** A drawer that they opened in a shift, which is over: it is counted and closed, and no more. */
  drawerToClose: string | null;
}

export async function loader(args: Args): Promise<ShiftsPage> {
  const member = memberOf(args);
  const [drawer = null] = hasShift(member.shift, 'till') ? [] : (member.shift?.drawers ?? []);
  return { events: await listShifts(args.context.get(requestContext).deps, member), drawerToClose: drawer };
}

export interface ShiftProblem {
  shift: string;
  problem: string;
}

export async function action(args: Args): Promise<Response | ReturnType<typeof data<ShiftProblem>>> {
  const { deps, address, limits } = args.context.get(requestContext);
  limits.countRequest('write', address);
  const member = memberOf(args);
  const form = await readForm(args.request);
  const shift = textOf(form, 'torn');
  const refuse = (problem: string): ReturnType<typeof data<ShiftProblem>> => data({ shift, problem }, { status: 409 });
  const done = (what: string): Response => redirect(`${PAGE}?fet=${what}`, 303);
  if (textOf(form, 'intent') === 'llevar') {
    const outcome = await signOff(deps, member, shift);
    return outcome === 'too_late' ? refuse("Ja és massa tard per a llevar-te'n des d'ací: telefona a qui organitza l'acte.") : done('llevat');
  }
  const outcome = await signUp(deps, member, shift);
  if (outcome.outcome === 'confirmed') return done('apuntat');
  return outcome.outcome === 'asked' ? done('demanat') : refuse(problemText(outcome));
}

function problemText(outcome: SignUpRefusal): string {
  switch (outcome.outcome) {
    case 'overlap':
      return overlapText(outcome.with);
    case 'full':
      return "L'últim lloc se l'acaba d'emportar una altra persona. Mira si fa falta algú en un altre torn.";
    case 'over':
      return 'Este torn ja ha acabat.';
    case 'turned_down':
      return 'Este torn ja està cobert. En voràs altres on fa falta algú.';
    case 'not_found':
      return 'Este torn ja no hi és: mira com ha quedat la llista.';
  }
}

import { formatEuros } from '#app/design/ui/format-money.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

import type { EventDay } from '../service.server.ts';

/** `todo` waits for a person; `done` is in order, `note` only tells. */
export interface ToDoLine {
  key: string;
  state: 'todo' | 'done' | 'note';
  text: string;
  detail?: string;
  to?: string;
  verb?: string;
}

type Facts = Pick<EventDay, 'head' | 'phase' | 'toDo' | 'devices' | 'drawers' | 'now'>;

export function toDoLines(day: Facts): ToDoLine[] {
  const { phase } = day;
  const lines = phase === 'before' ? [...preparations(day), ...problems(day)] : phase === 'tonight' ? [...problems(day), ...atTheDoor(day)] : [...problems(day), ...leftOver(day)];
  return lines.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
}

const ORDER = ['todo', 'note', 'done'] as const;

function preparations({ head, toDo, now }: Facts): ToDoLine[] {
  const menu: ToDoLine = toDo.dishes > 0 ? { key: 'menu', state: 'done', text: counted(toDo.dishes, 'plat en la carta', 'plats en la carta') } : { key: 'menu', state: 'note', text: 'Sense menú', detail: 'Si se serviran plats, encara no es poden triar.', to: `/admin/events/menus/${head.id}`, verb: 'Menús' };
  const deadline: ToDoLine[] =
    toDo.dishes === 0
      ? []
      : [head.kitchenDeadline === null ? { key: 'deadline', state: 'note', text: 'Sense tancament de cuina', detail: 'Qui té tiquet no pot canviar de plat.', to: `/admin/events/edit/${head.id}`, verb: 'Editar' } : { key: 'deadline', state: 'done', text: `Els plats es poden canviar fins al ${instantText(head.kitchenDeadline.toISOString())}` }];
  const canScan = toDo.doorAccounts + toDo.passes;
  const door: ToDoLine =
    canScan > 0
      ? { key: 'door', state: 'done', text: 'Hi ha qui faça la porta', detail: `${counted(toDo.doorAccounts, 'compte', 'comptes')} i ${counted(toDo.passes, 'passe', 'passes')}` }
      : { key: 'door', state: 'todo', text: 'Encara no hi ha qui faça la porta', detail: 'Fes un passe, o dona el dret a algun compte.', to: '/admin/passes', verb: 'Passes' };
  const sale: ToDoLine[] = head.saleStart !== null && head.saleStart > now ? [{ key: 'sale', state: 'note', text: `La venda s'obri el ${instantText(head.saleStart.toISOString())}` }] : [];
  const waiting: ToDoLine[] = head.partiesWaiting === 0 ? [] : [{ key: 'waiting', state: 'todo', text: counted(head.partiesWaiting, 'grup espera lloc', 'grups esperen lloc'), to: `/admin/waiting-list/${head.id}`, verb: "Llista d'espera" }];
  const shifts = when(toDo.placesAtShifts, { key: 'shifts', text: toDo.placesAtShifts === 1 ? 'Falta 1 persona als torns' : `Falten ${toDo.placesAtShifts} persones als torns`, to: `/admin/torns/${head.id}`, verb: 'Torns' });
  return [...waiting, ...sale, menu, ...deadline, door, ...shifts];
}

function problems({ head, toDo }: Facts): ToDoLine[] {
  return [
    ...when(toDo.owed, { key: 'owed', text: `Es deuen ${formatEuros(toDo.owed)} en mà`, detail: `A ${counted(toDo.owedOrders, 'comanda', 'comandes')}.`, to: `/admin/owed?event=${head.id}`, verb: 'Qui són' }),
    ...when(toDo.cases, { key: 'cases', text: counted(toDo.cases, 'cobrament per mirar', 'cobraments per mirar'), to: '/admin/payments', verb: 'Mirar' }),
    ...when(toDo.failedMails, { key: 'mails', text: counted(toDo.failedMails, "correu que no ha arribat", "correus que no han arribat"), to: '/admin/mails', verb: 'Mirar' }),
    ...when(toDo.heldScans, { key: 'held', text: counted(toDo.heldScans, 'escaneig retingut', 'escanejos retinguts'), detail: "D'un passe que ja no valia.", to: '/admin/passes', verb: 'Decidir' }),
    ...when(toDo.conflicts, { key: 'conflicts', text: counted(toDo.conflicts, 'entrada de més, sense cobertura', 'entrades de més, sense cobertura'), to: `/admin/tickets/${head.id}`, verb: 'Mirar' }),
  ];
}

function atTheDoor({ devices }: Facts): ToDoLine[] {
  return devices.flatMap(({ device, waiting, state }): ToDoLine[] => {
    if (waiting > 0) return [{ key: `waiting ${device}`, state: 'todo', text: `${device}: ${counted(waiting, 'escaneig per enviar', 'escanejos per enviar')}`, detail: "Que s'acoste on hi haja cobertura, amb la pàgina oberta." }];
    return state === 'not_ready' ? [{ key: `not ready ${device}`, state: 'todo', text: `${device}: encara no està a punt`, detail: 'Sense cobertura no podria treballar. La seua llum diu què falta.' }] : [];
  });
}

function leftOver({ head, toDo, drawers }: Facts): ToDoLine[] {
  const open = drawers.filter(({ closedAt }) => closedAt === null);
  return [
    ...open.map(({ id, name }): ToDoLine => ({ key: `drawer ${id}`, state: 'todo', text: `La caixa «${name}» està oberta`, to: `/admin/till/${id}/close`, verb: 'Tancar-la' })),
    ...(toDo.refundsUnderWay === 0 ? [] : [{ key: 'refunds', state: 'note' as const, text: counted(toDo.refundsUnderWay, 'devolució en camí', 'devolucions en camí'), to: '/admin/payments', verb: 'Pagaments' }]),
    { key: 'thanks', state: 'note', text: 'Dona les gràcies', detail: 'Una notícia amb fotos la veu tot el món.', to: '/admin/news/new', verb: 'Escriure' },
    ...(head.archivedAt === null ? [] : [{ key: 'archived', state: 'done' as const, text: head.withdrawnAt === null ? 'Arxivat' : 'Retirat' }]),
  ];
}

function when(count: number, line: Omit<ToDoLine, 'state'>): ToDoLine[] {
  return count === 0 ? [] : [{ ...line, state: 'todo' }];
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

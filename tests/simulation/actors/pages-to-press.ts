import { addDays } from '#app/domain/time/dates.ts';

import type { Dice } from '../dice.ts';
import type { FestivalEvent, FestivalOrder, SecondFestival } from './second-festival.ts';
import type { Person } from './person.ts';
import { FOUND_LINK, WAITING_LINK } from './presser.ts';

/** Whoever presses, and on which page. */
export interface Press {
  who: Person;
  path: string;
  intents?: readonly string[];
  field?: string;
  wanted?: Readonly<Record<string, string>>;
  /** First a link of this page that looks like this. */
  follow?: RegExp;
  /** A page under the one that was followed. */
  under?: string;
  /** What is asked of it, after its `?`. */
  query?: string;
  /** First the newest mail to that person: the link in it. */
  mail?: RegExp;
}

type Choose = (at: { festival: SecondFestival; event: FestivalEvent; order: FestivalOrder | undefined; dice: Dice; today: string }) => Press | null;

type OnOrder = (order: FestivalOrder, event: FestivalEvent) => Omit<Press, 'who'>;

const byAdmin = (path: string, more: Omit<Press, 'who' | 'path'> = {}): Choose => ({ festival }) => ({ who: festival.admin, path, ...more });
const byEditor = (path: string, more: Omit<Press, 'who' | 'path'> = {}): Choose => ({ festival }) => ({ who: festival.editor, path, ...more });
const ofEvent = (path: (eventId: number) => string, more: Omit<Press, 'who' | 'path'> = {}): Choose => ({ festival, event }) => ({ who: festival.admin, path: path(event.id), ...more });
const byBuyer = (press: OnOrder): Choose => ({ event, order }) => (order === undefined ? null : { who: order.buyer, ...press(order, event) });
const ofOrder = (press: OnOrder): Choose => ({ festival, event, order }) => (order === undefined ? null : { who: festival.admin, ...press(order, event) });
const byMember = (path: string | ((event: FestivalEvent) => string), more: Omit<Press, 'who' | 'path'> = {}): Choose => ({ festival, event, dice }) => ({ who: dice.pick(festival.members), path: typeof path === 'string' ? path : path(event), ...more });
const byAnybody = (path: string | ((event: FestivalEvent) => string), more: Omit<Press, 'who' | 'path'> = {}): Choose => ({ festival, event, dice }) => ({ who: dice.pick([...festival.guests, ...festival.members]), path: typeof path === 'string' ? path : path(event), ...more });
const ofMember = (press: Omit<Press, 'who' | 'path'>): Choose => ({ festival, dice }) => ({ who: festival.admin, path: `/admin/users/${dice.pick(festival.members).userId}`, ...press });

/** Who has bought since the tables were arranged has none. */
const newest = ({ orders }: FestivalEvent, other: FestivalOrder): FestivalOrder => orders.at(-1) ?? other;

/** The days and hours of an event that may be left out, left out. */
const NO_LIMITS = Object.fromEntries(['endTime', 'saleStartDate', 'saleStartTime', 'saleEndDate', 'saleEndTime', 'kitchenDate', 'kitchenTime', 'tablesDate', 'tablesTime', 'memberQuota'].map((name) => [name, '']));

const DRAWER = /^\/admin\/till\/[0-9a-f-]{36}$/;
/** A table that is chosen on a plan. */
export const TABLE = /[?&]taula=/;
const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}';
const pageOfOne = (path: string): RegExp => new RegExp(String.raw`^/admin/${path}/${UUID}$`);
export const [AWARD, REQUEST, USER] = [pageOfOne('awards'), pageOfOne('personal-data'), pageOfOne('users')];
export const BLOCK = pageOfOne('home');
export const SHIFT = pageOfOne(String.raw`torns/\d+`);
const VOUCHER = pageOfOne('codis');

/** Somebody new, as the office reads it. */
export const MEMBER_LIST = 'correu;nom;rol\nneus-nova@example.com;Neus;soci';

/** Of the association's guests and members. */
const OF_EVERYBODY: readonly Choose[] = [
  ({ festival, dice }) => { const who = dice.pick([...festival.guests, ...festival.members]); return { who, path: '/tiquet-perdut', field: 'email', wanted: { email: who.email } }; },
  ({ festival, dice }) => ({ who: dice.pick([...festival.guests, ...festival.members]), path: '/tiquet-perdut', mail: FOUND_LINK }),
  byAnybody((event) => `/checkout/${event.id}`),
  byAnybody((event) => `/avisam/${event.id}`),
  ({ festival, dice }) => ({ who: dice.pick([...festival.guests, ...festival.members]), path: '/avisam/lloc', mail: WAITING_LINK, intents: ['confirm', 'confirm', 'leave'] }),
  byBuyer((order) => ({ path: `/donar-tiquet?order_id=${order.id}`, intents: ['donar', 'recuperar', 'enviar'] })),
  byBuyer((order) => ({ path: `/la-meua-colla?order_id=${order.id}`, intents: ['crear', 'unir', 'deixar'] })),
  byBuyer((order) => ({ path: `/necessitats/${order.tickets[0]!.number}?order_id=${order.id}`, intents: ['', 'withdraw'] })),
  byBuyer((order) => ({ path: `/canviar-plats/${order.tickets[0]!.number}?order_id=${order.id}` })),
  byBuyer((order) => ({ path: `/canvi-de-plans?order_id=${order.id}`, intents: ['conservar', 'tornar'] })),
  byMember('/torns', { intents: ['', 'llevar'] }),
  byMember('/torns', { intents: [''] }),
  byMember('/torns', { intents: ['llevar'] }),
  byMember('/dispositius'),
  byMember('/les-meues-dades/tancar', { intents: ['ask'] }),
  byMember('/calendar'),
];

/** Of the staff, where it is only the second festival that they touch. */
const OF_THE_STAFF: readonly Choose[] = [
  ({ festival, event, dice }) => ({ who: festival.admin, path: `/admin/events/edit/${event.id}`, field: 'title', ...(dice.chance(0.7) && { wanted: NO_LIMITS }) }),
  ofEvent((id) => `/admin/events/edit/${id}`, { intents: ['poster'] }),
  ofEvent((id) => `/admin/events/menus/${id}`, { wanted: { pasted: 'Primer: amanida 4 / sopa 3,75' } }),
  ofEvent((id) => `/admin/events/messages/${id}`),
  ({ festival, event, today }) => ({ who: festival.admin, path: `/admin/events/plans/${event.id}`, intents: ['move'], wanted: { date: addDays(event.date < today ? today : event.date, 1), time: '21:30', words: 'Plou', chooseUntil: today } }),
  ({ festival, event, dice }) => ({ who: festival.admin, path: `/admin/events/plans/${event.id}?canvi=reduir`, intents: ['shrink'], wanted: { places: String(dice.between(10, 23)), words: '', chooseUntil: '' } }),
  ({ festival, event, dice }) => (dice.chance(0.3) ? { who: festival.admin, path: `/admin/events/plans/${event.id}?canvi=retirar`, intents: ['withdraw'], wanted: { words: 'No es fa.' } } : null),
  ofEvent((id) => `/admin/events/closing/${id}`),
  ofEvent((id) => `/admin/waiting-list/${id}`),
  ofOrder((order, event) => ({ path: `/admin/colles/${event.id}`, wanted: { order: order.number } })),
  ofOrder((order, event) => ({ path: `/admin/colles/${event.id}`, intents: ['move'], wanted: { order: order.number } })),
  ofEvent((id) => `/admin/taules/${id}/sala`, { wanted: { text: '2 taules de 8' } }),
  ofEvent((id) => `/admin/taules/${id}/sala`, { intents: ['copy'] }),
  ofEvent((id) => `/admin/taules/${id}/sala`, { follow: TABLE, intents: ['table'] }),
  ofEvent((id) => `/admin/taules/${id}`),
  ofEvent((id) => `/admin/taules/${id}`),
  ofEvent((id) => `/admin/taules/${id}`, { follow: TABLE, intents: ['pin', 'unpin', 'move'] }),
  ofEvent((id) => `/admin/taules/${id}`, { intents: ['arrange'] }),
  ofEvent((id) => `/admin/taules/${id}`, { intents: ['publish', 'notify', 'unpublish', 'undo'] }),
  ofEvent((id) => `/admin/torns/${id}`, { intents: ['make'], wanted: { starts: '18:00', ends: '20:00', places: '2' } }),
  ofEvent((id) => `/admin/torns/${id}`, { intents: ['accept', 'turn-down', 'delete', 'assign'] }),
  ofEvent((id) => `/admin/torns/${id}`, { follow: SHIFT }),
  ofOrder((order) => ({ path: `/admin/orders/${order.id}`, intents: ['refund-some', 'cancel-some', 'resend', 'address'], wanted: { ticket: 'on', reason: 'Prova', to: order.buyer.email } })),
  // Through no drawer: those are the first association's.
  ofOrder((order) => ({ path: `/admin/orders/${order.id}/plats/${order.tickets[0]!.number}`, wanted: { settle: 'forgiven', reason: 'Al·lèrgia' } })),
  ofOrder((order, event) => ({ path: `/admin/seure/${event.id}?tiquet=${encodeURIComponent(newest(event, order).tickets[0]!.number)}` })),
  ofOrder((order, event) => ({ path: `/admin/till-seure/${event.id}?tiquet=${encodeURIComponent(newest(event, order).tickets[0]!.number)}` })),
  ofOrder((order, event) => ({ path: `/admin/ticket-verification?event=${event.id}`, wanted: { qrData: order.tickets[0]!.id, code: order.tickets[0]!.id } })),
  byAdmin('/admin/users/new', { field: 'email', wanted: { name: 'Neus Foix', email: 'neus-nova@example.com', role: 'socio' } }),
  byAdmin('/admin/users/import', { field: 'text', wanted: { text: MEMBER_LIST } }),
  ofMember({ intents: ['person', 'end-sessions', 'disable', 'enable', 'invite'] }),
  ofMember({ intents: ['enable'] }),
  ofMember({ intents: ['role', 'rights'] }),
  ({ festival, event }) => ({ who: festival.admin, path: '/admin/events/new', field: 'title', wanted: { title: 'Una altra festa', date: event.date, time: '21:00', price: '18', image: '🥘', maxTickets: '40', sure: 'on', ...NO_LIMITS } }),
  ({ festival, event }) => ({ who: festival.admin, path: '/admin/passes', intents: ['make'], wanted: { name: 'Porta de dalt', event: String(event.id) } }),
  byAdmin('/admin/passes', { intents: ['revoke'] }),
  byAdmin('/admin/users', { intents: ['invite-all'] }),
  byAdmin('/admin/users?q=neus-nova', { follow: USER, intents: ['delete'] }),
  ({ festival, dice }) => ({ who: festival.cashier, path: '/admin/till', field: 'float', wanted: { float: '50', name: `Barra ${dice.below(1_000)}` } }),
  // For an event of the second festival: the model knows who bought for its own.
  ({ festival, event, today }) => (event.date <= today ? null : { who: festival.cashier, path: '/admin/till', follow: DRAWER, query: `event=${event.id}`, wanted: { eventId: String(event.id) } }),
  ({ festival }) => ({ who: festival.cashier, path: '/admin/till', follow: DRAWER, under: 'cash', wanted: { amount: '5', reason: 'Canvi' } }),
  ({ festival }) => ({ who: festival.cashier, path: '/admin/till', follow: DRAWER, under: 'close', wanted: { cash: '50', terminal: '0', bizum: '0' } }),
  byAdmin('/admin/mails'),
  byAdmin('/admin/mails', { intents: ['test'], wanted: { to: 'festa1@example.com' } }),
  byAdmin('/admin/programs', { intents: ['make'], wanted: { name: 'Full', scopes: 'orders:read' } }),
  byAdmin('/admin/programs', { intents: ['revoke'] }),
  byAdmin('/admin/codis', { intents: ['make'], wanted: { kind: 'percent', code: '', percent: '20', uses: '3', count: '1', perMailbox: '', ticketLimit: '', from: '', until: '' } }),
  byAdmin('/admin/codis', { follow: VOUCHER }),
  byAdmin('/admin/personal-data', { intents: ['person'], wanted: { email: 'festa5@example.com' } }),
  byAdmin('/admin/personal-data', { follow: REQUEST }),
  byAdmin('/admin/settings'),
  byAdmin('/admin/settings/contact', { wanted: { email: 'falla@example.com', mapUrl: '' } }),
  byAdmin('/admin/settings/texts'),
  byAdmin('/admin/settings/legal'),
  byAdmin('/admin/settings/embed', { wanted: { site: 'https://example.com' } }),
  byEditor('/admin/home'),
  byEditor('/admin/home', { follow: BLOCK }),
  byEditor('/admin/awards', { wanted: { year: '2019', title: 'Primer premi' } }),
  byEditor('/admin/awards', { follow: AWARD }),
  byEditor('/admin/news/new', { field: 'title', wanted: { title: 'Crida', content: 'Divendres, a les vuit.', category: 'general', publishedDate: '', publishedTime: '' } }),
  byEditor('/admin/news', { follow: /^\/admin\/news\/\d+$/ }),
  byEditor('/admin/news', { intents: ['delete'] }),
];

export const PRESSES: readonly Choose[] = [...OF_EVERYBODY, ...OF_THE_STAFF];

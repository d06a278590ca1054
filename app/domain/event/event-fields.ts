import { choice, count, day, emoji, flag, flags, hour, initially, money, optionalField, optionalInstant, optionalText, text } from '../fields/kinds.ts';
import { column, type Draft, type FieldTable, forVisitors, type InstantField, notCopied, type Problems, type RecordField, storedElsewhere, unchangedWhenOmitted, withoutNulls } from '../fields/field.ts';
import type { Visibility } from '../people/roles.ts';
import { parseDate } from '../time/dates.ts';
import { mayBeRemindedAt, WRONG_REMINDER } from '../mail/reminder.ts';

export const MAX_TICKETS_OF_EVENT = 100_000;
const MAX_MEMBER_QUOTA = 1_000;

export const VISIBILITY_TEXTS: Record<Visibility, string> = { public: 'Públic', socio: 'Socis', comision: 'Comissió' };

const WRONG_END = 'Ha de ser una altra hora que la de començar, en format HH:MM (exemple: 02:00)';
export const WRONG_SALE_START = 'La venda ha de començar abans que es tanque';
const WRONG_SALE_END = "La data límit de venda no pot ser posterior a l'esdeveniment";
export const WRONG_TABLES_CLOSE = "Les taules s'han de tancar abans de començar l'acte";
export const WRONG_KITCHEN_DEADLINE = "El termini ha de ser abans de començar l'acte";

const NO_DAY = 'Escriu la data';

/** Spec §2 and §5, in the order of its form. Days and hours in Europe/Madrid; an end earlier than the beginning is of the following day. */
export const EVENT_FIELDS = {
  title: inCalendar(text({ label: 'Títol', required: 'Escriu el títol', max: 120 })),
  image: inCalendar(emoji({ label: 'Emoji', required: "Has de seleccionar un emoji vàlid per a l'esdeveniment" })),
  date: inCalendar(notCopied(column('eventDate', day({ label: 'Data', required: NO_DAY })))),
  time: inCalendar(column('eventTime', hour({ label: 'Hora', required: "Escriu l'hora" }))),
  endTime: forVisitors(optionalField(hour({ label: 'Acaba a les', changeLabel: "Hora d'acabar", wrong: WRONG_END }))),
  location: inCalendar(optionalText({ label: 'Lloc', max: 200 })),
  description: inCalendar(text({ label: 'Descripció', required: 'Escriu la descripció', max: 4_000 })),
  price: forVisitors(column('referencePrice', money({ label: 'Preu de referència', required: 'Escriu el preu de referència' }))),
  visibility: inCalendar(choice({ label: 'Qui pot vore-ho', required: 'Tria qui pot vore-ho', choices: VISIBILITY_TEXTS, initial: 'public' })),
  saleStart: forVisitors(
    deadline({ label: 'Inici de la venda', inputs: { saleStartDate: 'Inici de la venda', saleStartTime: 'A les' }, hour: '00:00', wrong: WRONG_SALE_START }),
  ),
  saleEndDate: inCalendar(notCopied(optionalField(day({ label: 'Fi de la venda', wrong: WRONG_SALE_END })))),
  maxTickets: forVisitors(
    storedElsewhere(
      optionalField(count({ label: "Límit d'entrades", min: 0, max: MAX_TICKETS_OF_EVENT, wrong: `Escriu un nombre entre 0 i ${MAX_TICKETS_OF_EVENT}, o deixa-ho buit si no hi ha límit` })),
    ),
  ),
  kitchenDeadline: unchangedWhenOmitted(
    deadline({ label: 'Termini de la cuina', inputs: { kitchenDate: 'Termini de la cuina', kitchenTime: 'Hora del termini' }, hour: '23:59', wrong: WRONG_KITCHEN_DEADLINE }),
  ),
  door: unchangedWhenOmitted(flags({ label: 'A la porta', flags: { exitReentry: 'Eixida i tornada', kitchenService: 'Servir a la cuina' } })),
  reminderAt: unchangedWhenOmitted(initially('10:00', optionalField(hour({ label: 'Recordatori', changeLabel: 'Hora del recordatori', wrong: WRONG_REMINDER, rule: mayBeRemindedAt })))),
  waitingList: unchangedWhenOmitted(flag({ label: "Llista d'espera", initial: true })),
  asksNeeds: unchangedWhenOmitted(flag({ label: 'Demanar necessitats alimentàries', initial: false })),
  givingAllowed: unchangedWhenOmitted(flag({ label: 'Es poden donar tiquets', initial: true })),
  groups: unchangedWhenOmitted(flag({ label: 'Colles i taules', initial: false })),
  groupsCloseAt: unchangedWhenOmitted(
    deadline({ label: 'Tancament de taules', inputs: { tablesDate: 'Tancament de taules', tablesTime: 'Hora de tancar-les' }, hour: '23:59', wrong: WRONG_TABLES_CLOSE }),
  ),
  memberQuota: unchangedWhenOmitted(
    optionalField(count({ label: 'Preu reduït: fins a N tiquets per persona', changeLabel: 'Límit del preu reduït', min: 1, max: MAX_MEMBER_QUOTA, wrong: `Escriu un nombre entre 1 i ${MAX_MEMBER_QUOTA}, o deixa-ho buit si no hi ha límit` })),
  ),
  rehearsal: unchangedWhenOmitted(flag({ label: 'És un assaig', initial: false })),
} satisfies FieldTable;

export type EventFields = typeof EVENT_FIELDS;
export type EventDraft = Draft<EventFields>;

function inCalendar<F extends RecordField>(field: F): F & { forVisitors: true; inCalendar: true } {
  return { ...forVisitors(field), inCalendar: true };
}

type Deadline<Input extends string> = Pick<InstantField<Input>, 'label' | 'inputs' | 'hour'> & { wrong: string };

function deadline<const Input extends string>(field: Deadline<Input>): InstantField<Input> & { notCopied: true } {
  return notCopied(optionalInstant({ ...field, dayMissing: NO_DAY }));
}

export function dayProblems({ date, time, endTime, saleEndDate }: Pick<EventDraft, 'date' | 'time' | 'endTime' | 'saleEndDate'>): Problems {
  const isDay = parseDate(date) === date;
  return withoutNulls({
    endTime: endTime === time ? WRONG_END : null,
    saleEndDate: saleEndDate !== null && isDay && saleEndDate > date ? WRONG_SALE_END : null,
  });
}

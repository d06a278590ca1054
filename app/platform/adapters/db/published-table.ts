import { type AliasedRawBuilder, sql } from 'kysely';

/** The number of the table that a row of `tickets` sits at, null until its event's tables are published. */
export function publishedTable(): AliasedRawBuilder<number | null, 'table'> {
  return sql<number | null>`(
    select hall_tables.number from ticket_seats
    join hall_tables on hall_tables.id = ticket_seats.table_id join halls on halls.event_id = ticket_seats.event_id
    where ticket_seats.ticket_id = tickets.id and halls.published_at is not null)`.as('table');
}

/** What the door reads: 'Taula 7', 'Sense taula', and null while its event's tables are not published. */
export function tableAtDoor(): AliasedRawBuilder<string | null, 'table'> {
  return sql<string | null>`(
    select coalesce('Taula ' || (
      select hall_tables.number from ticket_seats join hall_tables on hall_tables.id = ticket_seats.table_id where ticket_seats.ticket_id = tickets.id
    ), 'Sense taula') from halls where halls.event_id = tickets.event_id and halls.published_at is not null)`.as('table');
}

-- 'Servir a la cuina': which dishes of a ticket were given out. Who, when and on which device stands in the scan.
alter table scans drop constraint scans_kind_check;
alter table scans add constraint scans_kind_check check (kind in ('look', 'entry', 'reentry', 'exit', 'undo', 'serve', 'unserve'));

create table served_dishes (
  id bigint generated always as identity primary key,
  scan_id bigint not null references scans (id),
  ticket_id text not null references tickets (id) on update cascade,
  -- Among the dishes of the ticket's menu, in their order, and its extras after them; from 0.
  place smallint not null check (place >= 0),
  section text not null,
  name text not null,
  undone_at timestamptz
);
-- A dish is given out once, however many counters there are.
create unique index served_dishes_once on served_dishes (ticket_id, place) where undone_at is null;
create index served_dishes_scan on served_dishes (scan_id);

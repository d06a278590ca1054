-- Of the fourteen of Regulation (EU) 1169/2011: null where nobody said, empty where the dish contains none of them.
alter table event_section_items add column allergens text[], add column diets text[] not null default '{}';
alter table event_additional_options add column allergens text[], add column diets text[] not null default '{}';

-- Whether buyers are asked what they can't eat.
alter table events add column asks_needs boolean not null default false;

-- What the person of a ticket can't eat, or needs at the table: health data, with its consent. Nothing of it is left in a row that was erased.
create table ticket_needs (
  ticket_id text primary key references tickets (id) on update cascade on delete cascade,
  codes text[] not null,
  other text,
  -- For the card of the plate, where its person ticked it.
  first_name text,
  -- Typed by somebody who said to have the person's permission.
  for_other boolean not null,
  consent_version text not null,
  consented_at timestamptz not null,
  erased_at timestamptz,
  check (erased_at is null or (codes = '{}' and other is null and first_name is null))
);
create index ticket_needs_kept on ticket_needs (ticket_id) where erased_at is null;

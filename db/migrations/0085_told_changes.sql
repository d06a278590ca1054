-- What is notified also stays as a row for a while: a pooler lends nobody a connection to listen on, and whoever is behind one asks
-- what was committed since its last snapshot. Each change adds a row of its own, so that no two wait for one another. Unlogged:
-- whoever loses the database takes everything as changed.
create unlogged table told_changes (
  transaction xid8 not null default pg_current_xact_id(),
  -- Null: anything may have changed; else only how many places this event has left.
  places_left_of integer,
  told_at timestamptz not null default clock_timestamp()
);
create index told_changes_transaction on told_changes (transaction);

create or replace function tell_shown_change() returns trigger language plpgsql as $$
begin
  insert into told_changes default values;
  perform pg_notify('comboi_shown', '');
  return null;
end
$$;

create or replace function tell_places_left() returns trigger language plpgsql as $$
begin
  insert into told_changes (places_left_of) values (new.event_id);
  perform pg_notify('comboi_shown', new.event_id::text);
  return null;
end
$$;

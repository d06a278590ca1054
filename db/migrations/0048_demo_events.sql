-- Which events belong to the demo: a table of their own, so that the product's rows say nothing of it.
create table demo_events (
  -- Names an event of the cast.
  key text primary key,
  event_id integer not null unique references events (id) on delete cascade
);
insert into demo_events (key, event_id) select demo_key, id from events where demo_key is not null;
alter table events drop column demo_key, drop column demo_day_offset;

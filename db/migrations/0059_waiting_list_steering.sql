-- Whether people may wait for places of an event that is sold out; a field of its form.
alter table events add column waiting_list boolean not null default true;

-- What an admin has said about an event's list.
create table waiting_lists (
  event_id integer primary key references events (id),
  -- Parties that fit may be offered places before a larger one that waits for more.
  smaller_pass boolean not null
);

-- Whether the tickets of an event can be given to somebody else by a link. What was given before stays given.
alter table events add column giving_allowed boolean not null default true;

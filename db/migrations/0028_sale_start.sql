-- Nothing is sold before; null: from the event's making on.
alter table events add column sale_start timestamptz;

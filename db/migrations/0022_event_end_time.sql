-- On the wall in Madrid; earlier than the hour of the event: of the day after. Null: nobody has said.
alter table events add column end_time time;

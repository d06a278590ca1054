-- Which event a new one was made from: its sales are what the new ones are looked at beside.
alter table events add column copied_from integer references events (id);

-- Money by the day it came.
create index payments_paid on payments (paid_at) where status = 'paid';

-- The waiting list moves as domain/waiting/status.ts says, too.
alter table status_moves drop constraint status_moves_subject_check, add check (subject in ('orders', 'tickets', 'waiting_parties'));
insert into status_moves (subject, from_status, to_status) values
  ('waiting_parties', 'unconfirmed', 'waiting'),
  ('waiting_parties', 'unconfirmed', 'left'),
  ('waiting_parties', 'unconfirmed', 'removed'),
  ('waiting_parties', 'unconfirmed', 'ended'),
  ('waiting_parties', 'waiting', 'offered'),
  ('waiting_parties', 'waiting', 'left'),
  ('waiting_parties', 'waiting', 'removed'),
  ('waiting_parties', 'waiting', 'ended'),
  ('waiting_parties', 'offered', 'taken'),
  ('waiting_parties', 'offered', 'expired'),
  ('waiting_parties', 'offered', 'left'),
  ('waiting_parties', 'offered', 'removed'),
  ('waiting_parties', 'offered', 'ended'),
  ('waiting_parties', 'taken', 'offered');

-- A mail that an admin sends again has a new day to be tried in.
alter table mails add column tried_since timestamptz;
-- What the office looks after: mails that have not arrived.
create index mails_not_sent on mails (created_at) where status <> 'sent';

-- An event that was deleted before anybody had a ticket: archived, and in no list any more.
alter table events
  add column deleted_at timestamptz,
  add check (deleted_at is null or archived_at is not null);

update events set deleted_at = archived_at
where archived_at is not null
  and exists (select from audit where subject = 'event' and subject_id = events.id::text and action = 'event.deleted');

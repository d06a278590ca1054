-- Tells webhooks that an event is new, edited, archived, withdrawn or deleted: each of these is a version.
create or replace function tell_event_changed() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('event.changed', 'event:' || new.id, new.updated_at, jsonb_build_object(
    'eventId', new.id, 'version', new.version, 'title', new.title, 'date', new.event_date, 'visibility', new.visibility,
    'state', case when new.deleted_at is not null then 'deleted' when new.withdrawn_at is not null then 'withdrawn' when new.archived_at is not null then 'archived' else 'open' end
  ));
  return null;
end
$$;

create or replace trigger events_tell_made after insert on events for each row execute function tell_event_changed();
create or replace trigger events_tell_changed after update on events for each row
  when (old.version <> new.version) execute function tell_event_changed();

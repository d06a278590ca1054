-- Tells webhooks who was let in, by number, and whose admission was taken back.
create or replace function tell_ticket_used() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(
    case when new.status = 'used' then 'ticket.admitted' else 'ticket.admission_undone' end, 'ticket:' || new.ticket_number,
    case when new.status = 'used' then new.used_at end,
    jsonb_build_object('ticketNumber', new.ticket_number, 'orderNumber', o.order_number, 'eventId', new.event_id, 'status', new.status)
  ) from orders o where o.id = new.order_id;
  return null;
end
$$;

create or replace trigger tickets_tell_used after update of status on tickets
  for each row when (new.status = 'used' or (old.status = 'used' and new.status = 'active')) execute function tell_ticket_used();

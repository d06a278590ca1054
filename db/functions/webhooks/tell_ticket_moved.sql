-- Tells webhooks who was let in, by number, whose admission was taken back, and which sold ticket is none any more.
create or replace function tell_ticket_moved() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(
    case new.status when 'used' then 'ticket.admitted' when 'active' then 'ticket.admission_undone' else 'ticket.cancelled' end,
    'ticket:' || new.ticket_number,
    case when new.status = 'used' then new.used_at end,
    jsonb_build_object('ticketNumber', new.ticket_number, 'orderNumber', o.order_number, 'eventId', new.event_id, 'status', new.status)
  ) from orders o where o.id = new.order_id;
  return null;
end
$$;

create or replace trigger tickets_tell_moved after update of status on tickets
  for each row when ((new.status = 'used' and old.status <> 'used') or (old.status = 'used' and new.status = 'active') or (old.status in ('active', 'used') and new.status in ('cancelled', 'refunded')))
  execute function tell_ticket_moved();

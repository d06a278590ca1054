-- What somebody needs goes with the ticket's person: not to whoever it is given, and nowhere once it ended. A hold that ran out keeps
-- its needs, as its payment may still be found; a job erases them two days later.
create or replace function erase_needs_of_ended_tickets() returns trigger language plpgsql as $$
begin
  update ticket_needs set codes = '{}', other = null, first_name = null, erased_at = now() where ticket_id in (old.id, new.id) and erased_at is null;
  return null;
end
$$;
create or replace trigger erase_needs_of_ended_tickets after update of status, given_to on tickets for each row
  when (new.given_to is distinct from old.given_to or (old.status <> 'pending_payment' and new.status in ('cancelled', 'refunded')))
  execute function erase_needs_of_ended_tickets();

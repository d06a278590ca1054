-- One message for each webhook that asked for this kind, in the transaction of what it tells. It says no more than numbers, amounts
-- and states: who somebody is, is read when it is sent. It takes no lock that a sale could wait for.
create or replace function tell_webhooks(p_type text, p_subject text, p_at timestamptz, p_data jsonb) returns void language sql as $$
  insert into webhook_deliveries (id, webhook_id, type, subject, happened_at, data)
  select gen_random_uuid(), w.id, p_type, p_subject, coalesce(p_at, now()), p_data
  from webhooks w where w.ended_at is null and p_type = any (w.events)
$$;

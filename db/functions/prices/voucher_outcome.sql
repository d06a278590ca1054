-- Why a code can't be used once more, null where it can. `p_earlier`: the addresses of orders that are about to use it, too. The caller
-- holds the lock of the code.
create or replace function voucher_outcome(p_code text, p_email text, p_now timestamptz, p_earlier jsonb) returns text language sql as $$
  select case
    when v.id is null or v.ended_at is not null or v.starts_at > p_now or v.ends_at <= p_now then 'voucher_ended'
    when used.orders + jsonb_array_length(p_earlier) >= v.uses then 'voucher_used_up'
    when used.of_mailbox + (select count(*) from jsonb_array_elements_text(p_earlier) as email where lower(email) = lower(p_email)) >= v.per_mailbox then 'voucher_used_up'
  end
  from (select 1) as once
  left join voucher_codes c on c.code = p_code
  left join vouchers v on v.id = c.voucher_id
  cross join lateral (
    select count(*) as orders, count(*) filter (where lower(o.email) = lower(p_email)) as of_mailbox
    from voucher_uses u join orders o on o.id = u.order_id
    where u.code = p_code and o.status in ('pending_payment', 'paid', 'completed')
  ) as used
$$;

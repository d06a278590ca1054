-- A code is used under the lock of its row alone.
create or replace function lock_voucher_codes(p_codes text[]) returns void language plpgsql as $$
begin
  perform from voucher_codes where code = any(p_codes) order by code for update;
end
$$;

-- Adds rows to the chain, at most so many, and says how many; none while another process is at it. Looks for rows that were
-- late only a little way behind the last ones: no transaction stays open while tens of thousands of others begin and end.
create or replace function seal_audit(p_limit integer) returns integer language plpgsql as $$
declare
  v_reach constant bigint := 50000;
  v_position bigint;
  v_hash bytea;
  v_from bigint;
  v_row audit;
  v_sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(7241013) then
    return 0;
  end if;
  select c.position, c.hash into v_position, v_hash from audit_chain c order by c.position desc limit 1;
  select max(c.audit_id) - v_reach into v_from from audit_chain c;
  for v_row in
    select a.* from audit a
    where a.id > coalesce(v_from, 0) and not exists (select from audit_chain c where c.audit_id = a.id)
    order by a.id limit p_limit
  loop
    v_sealed := v_sealed + 1;
    v_hash := sha256(coalesce(v_hash, '') || audit_content(v_row));
    insert into audit_chain (position, audit_id, hash) values (coalesce(v_position, 0) + v_sealed, v_row.id, v_hash);
  end loop;
  return v_sealed;
end
$$;

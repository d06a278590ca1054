-- The audit is only ever added to, and a chain of hashes shows it: whoever changes or takes away a row breaks the chain from
-- there on, whoever cuts its end no longer has the head that somebody noted. The chain is made after the sale, not by it:
-- rows that had to wait for the hash before them would make every sale wait for every other.
create table audit_chain (
  -- From 1, without gaps: the order of sealing, which is not quite that of the ids (a long transaction commits late).
  position bigint primary key,
  audit_id bigint not null unique references audit (id),
  -- sha256 of the hash before (of nothing for the first) and of what the row says.
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_is_only_added_to before update or delete or truncate on audit
  for each statement execute function refuse_change();
create trigger audit_chain_is_only_added_to before update or delete or truncate on audit_chain
  for each statement execute function refuse_change();

-- What a row says, the same bytes whatever the session's settings.
create function audit_content(a audit) returns bytea language sql stable as $$
  select convert_to(
    jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.actor, a.action, a.subject, a.subject_id, a.detail)::text,
    'UTF8'
  )
$$;

-- Adds rows to the chain, at most so many, and says how many; none while another process is at it. Looks for rows that were
-- late only a little way behind the last ones: no transaction stays open while tens of thousands of others begin and end.
create function seal_audit(p_limit integer) returns integer language plpgsql as $$
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

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger audit_is_only_added_to before update or delete or truncate on audit
  for each statement execute function refuse_change();
create or replace trigger audit_chain_is_only_added_to before update or delete or truncate on audit_chain
  for each statement execute function refuse_change();

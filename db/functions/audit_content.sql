-- What a row of the audit says, the same bytes whatever the session's settings.
create or replace function audit_content(a audit) returns bytea language sql stable as $$
  select convert_to(
    jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.actor, a.action, a.subject, a.subject_id, a.detail)::text,
    'UTF8'
  )
$$;

-- The ids of a ticket's dishes; none of a menu in an older shape.
create or replace function dishes_of(p_menu jsonb) returns setof text language sql immutable as $$
  select id #>> '{}' from jsonb_path_query(p_menu, '$[*].items[*].id ? (@.type() == "string")') as id
$$;

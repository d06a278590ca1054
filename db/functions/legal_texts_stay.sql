create or replace function legal_texts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'legal texts are only ever added to';
end
$$;

create or replace trigger legal_texts_stay before update of version, terms, privacy, created_at or delete on legal_texts
  for each row execute function legal_texts_stay();

-- What the association has set of itself, a row for each page of the settings; what is not here is as it comes with the product.
create table site_settings (
  section text primary key check (section in ('identity', 'contact', 'texts')),
  version integer not null check (version > 0),
  content jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid references users (id) on delete set null
);

-- Purchase conditions and privacy text. Never changed: an order names the version its buyer accepted, and it stays readable.
create table legal_texts (
  version text primary key,
  terms text not null,
  privacy text not null,
  created_at timestamptz not null,
  created_by uuid references users (id) on delete set null
);

create function legal_texts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'legal texts are only ever added to';
end
$$;
create trigger legal_texts_stay before update of version, terms, privacy, created_at or delete on legal_texts
  for each row execute function legal_texts_stay();

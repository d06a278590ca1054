-- When the next mail may leave: mail servers count how many come in a second, whichever of our processes sends them.
create table mail_pace (
  id boolean primary key default true check (id),
  next_at timestamptz not null
);
insert into mail_pace (next_at) values ('-infinity');

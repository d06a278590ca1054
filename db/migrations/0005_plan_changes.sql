-- What an admin wrote to whoever has tickets of an event: a message alone, or the words of its withdrawal, of a move or of fewer places.
create table announcements (
  id uuid primary key,
  event_id integer not null references events (id),
  kind text not null check (kind in ('message', 'withdrawal', 'move', 'shrink')),
  subject text not null,
  body text not null,
  -- Until the end of that day in Madrid whoever had paid may give the tickets back; null: there is nothing to choose.
  choose_until date,
  created_at timestamptz not null,
  created_by uuid references users (id) on delete set null
);
create index announcements_event on announcements (event_id, created_at);
create unique index announcements_withdrawal on announcements (event_id) where kind = 'withdrawal';

-- What the buyer of an order answered; no row: no answer, and the tickets stay.
create table holder_choices (
  announcement_id uuid not null references announcements (id),
  order_id uuid not null references orders (id),
  choice text not null check (choice in ('keep', 'give_back')),
  chosen_at timestamptz not null,
  primary key (announcement_id, order_id)
);
create index holder_choices_order on holder_choices (order_id);

alter table mails add column announcement_id uuid references announcements (id);
create index mails_announcement on mails (announcement_id) where announcement_id is not null;

-- Null: given back by an admin, out of no drawer.
alter table till_payouts alter column session_id drop not null;

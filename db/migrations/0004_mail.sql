-- The outbox: a mail is a row of the transaction that caused it, sent afterwards by whoever takes the lease.
create table mails (
  id uuid primary key,
  kind text not null check (kind in ('tickets', 'refund')),
  -- 'sale': the one mail that each paid order has; 'resend': asked for later.
  cause text not null check (cause in ('sale', 'resend', 'refund')),
  order_id uuid references orders (id),
  recipient text not null,
  status text not null check (status in ('pending', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create unique index mails_one_per_sale on mails (order_id) where cause = 'sale';
create index mails_order on mails (order_id, created_at);
create index mails_due on mails (next_attempt_at) where status in ('pending', 'sending');

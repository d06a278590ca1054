-- A ticket whose payment is disputed at the bank lets nobody in until the dispute is over.
alter table tickets add column suspended_at timestamptz;

-- The provider's own refund belongs to one row, however often we hear of it.
create unique index refunds_provider_refund on refunds (provider_refund) where provider_refund is not null;

alter table payment_cases drop constraint payment_cases_kind_check;
alter table payment_cases add constraint payment_cases_kind_check check (kind in
  ('late_payment', 'second_payment', 'amount_differs', 'refund_failed', 'dispute', 'partial_refund', 'unknown_charge', 'mismatch'));
-- What of the provider's it is about (charge, refund, dispute): one case for each.
alter table payment_cases add column reference text;
create unique index payment_cases_reference on payment_cases (kind, reference) where reference is not null;
create index payment_cases_open on payment_cases (created_at) where settled_at is null;

-- One reconciliation with the provider's books a night, by whichever process comes first.
create table reconciliations (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  sessions integer,
  mismatches integer
);

-- As before (0006), but a hold whose payment is under way (a delayed method) is not overdue: its buyer has done their part.
create or replace function release_overdue_holds(p_event integer, p_now timestamptz) returns integer language sql as $$
  with overdue as (
    update orders set status = 'cancelled', cancelled_at = p_now
    where event_id = p_event and status = 'pending_payment' and hold_expires_at <= p_now
      and not exists (select 1 from payments where payments.order_id = orders.id and payments.status = 'processing')
    returning id, ticket_quantity
  ), their_tickets as (
    update tickets set status = 'cancelled' from overdue
    where tickets.order_id = overdue.id and tickets.status = 'pending_payment'
  ), noted as (
    insert into audit (at, actor, action, subject, subject_id)
    select p_now, 'sale', 'order.cancelled', 'order', overdue.id::text from overdue
  )
  update event_stock set sold = sold - (select coalesce(sum(ticket_quantity), 0) from overdue)
  where event_id = p_event
  returning sold
$$;

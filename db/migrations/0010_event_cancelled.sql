-- Money for an event that was withdrawn before it was paid goes back with a reason of its own.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in
  ('late_payment', 'second_payment', 'event_cancelled', 'requested', 'provider'));

alter table payment_cases drop constraint payment_cases_kind_check;
alter table payment_cases add constraint payment_cases_kind_check check (kind in
  ('late_payment', 'second_payment', 'event_cancelled', 'amount_differs', 'refund_failed', 'dispute', 'partial_refund', 'unknown_charge', 'mismatch'));

alter table orders
  -- What opens the order to its buyer since its address was corrected; null: its own id does.
  add column link_id uuid unique,
  -- When the buyer corrected the address: once.
  add column address_corrected_at timestamptz;

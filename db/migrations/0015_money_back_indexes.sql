-- Each settlement asks what was given back of a charge; each comparison with the provider's books, what was noted of an order.
create index refunds_charge on refunds (charge);
create index refunds_order on refunds (order_id);
create index payment_cases_order on payment_cases (order_id);

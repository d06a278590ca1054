-- Orders of all events, newest first, page by page.
create index orders_newest on orders (created_at desc, id desc);

-- In whose name the money of a withdrawn event goes back.
alter table events add column withdrawn_by uuid references users (id) on delete set null;

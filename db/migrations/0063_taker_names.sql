-- Given, and to whom has been erased: ''.
alter table tickets drop constraint tickets_given_to_check;

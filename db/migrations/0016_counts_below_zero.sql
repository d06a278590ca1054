-- A drawer that gave back more by card or Bizum than it took ends below zero there; cash is what lies in it.
alter table till_sessions drop constraint till_sessions_counted_terminal_check, drop constraint till_sessions_counted_bizum_check;
alter table till_counts drop constraint till_counts_counted_terminal_check, drop constraint till_counts_counted_bizum_check;

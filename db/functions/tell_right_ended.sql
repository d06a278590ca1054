-- Tells every process that somebody may do less than before, at the commit that says so: their streams end.
create or replace function tell_right_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('comboi_shown', 'rights');
  return null;
end
$$;

create or replace trigger sessions_ended after delete on sessions for each row execute function tell_right_ended();
create or replace trigger rights_ended after delete on user_rights for each row execute function tell_right_ended();
create or replace trigger second_factors_ended after delete on second_factors for each row execute function tell_right_ended();
create or replace trigger roles_changed after update on users for each row
  when (old.role <> new.role or old.banned <> new.banned) execute function tell_right_ended();
create or replace trigger shifts_changed after update or delete on shifts for each row execute function tell_right_ended();
create or replace trigger shift_signups_ended after update or delete on shift_signups for each row when (old.state = 'confirmed') execute function tell_right_ended();
create or replace trigger passes_ended after update or delete on evening_passes for each row execute function tell_right_ended();
create or replace trigger tokens_revoked after update on api_tokens for each row
  when (old.revoked_at is distinct from new.revoked_at) execute function tell_right_ended();

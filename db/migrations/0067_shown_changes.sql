-- Tells every process that what public pages show has changed, at the commit that changes it: they keep such pages ready.
create function tell_shown_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('comboi_shown', '');
  return null;
end
$$;

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'events', 'event_sections', 'event_section_items', 'event_additional_options', 'event_pictures', 'news', 'news_images', 'booklets',
    'site_settings', 'legal_texts', 'home_blocks', 'awards', 'award_photos'
  ] loop
    execute format('create trigger %I after insert or update or delete on %I for each statement execute function tell_shown_change()', v_table || '_shown', v_table);
  end loop;
end
$$;

-- Pages say how many are left once there are few (30 at most); before that a sale changes nothing that they show, and commits
-- with a notification wait for one another.
create trigger event_stock_shown after update on event_stock for each row
  when (old.max_tickets is distinct from new.max_tickets or least(old.max_tickets - old.sold, new.max_tickets - new.sold) <= 30)
  execute function tell_shown_change();
create trigger dish_stock_shown after update on dish_stock for each row
  when (old.places <> new.places or least(old.places - old.sold, new.places - new.sold) <= 30)
  execute function tell_shown_change();
create trigger dish_stock_listed after insert or delete on dish_stock for each statement execute function tell_shown_change();

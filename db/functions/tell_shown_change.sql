-- Tells every process that what public pages show has changed, at the commit that changes it: they keep such pages ready.
create or replace function tell_shown_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('comboi_shown', '');
  return null;
end
$$;

create or replace trigger events_shown after insert or update or delete on events for each statement execute function tell_shown_change();
create or replace trigger event_sections_shown after insert or update or delete on event_sections for each statement execute function tell_shown_change();
create or replace trigger event_section_items_shown after insert or update or delete on event_section_items for each statement execute function tell_shown_change();
create or replace trigger event_additional_options_shown after insert or update or delete on event_additional_options for each statement execute function tell_shown_change();
create or replace trigger event_pictures_shown after insert or update or delete on event_pictures for each statement execute function tell_shown_change();
create or replace trigger news_shown after insert or update or delete on news for each statement execute function tell_shown_change();
create or replace trigger news_images_shown after insert or update or delete on news_images for each statement execute function tell_shown_change();
create or replace trigger booklets_shown after insert or update or delete on booklets for each statement execute function tell_shown_change();
create or replace trigger site_settings_shown after insert or update or delete on site_settings for each statement execute function tell_shown_change();
create or replace trigger legal_texts_shown after insert or update or delete on legal_texts for each statement execute function tell_shown_change();
create or replace trigger home_blocks_shown after insert or update or delete on home_blocks for each statement execute function tell_shown_change();
create or replace trigger awards_shown after insert or update or delete on awards for each statement execute function tell_shown_change();
create or replace trigger award_photos_shown after insert or update or delete on award_photos for each statement execute function tell_shown_change();

-- Each sale of the last places tells how many are left (tell_places_left), and pages with a price, a text or 'sold out' on them
-- needn't be made anew for it. Before that a sale changes nothing that they show, and commits with a notification wait for one
-- another.
create or replace trigger event_stock_shown after update on event_stock for each row
  when (old.max_tickets is distinct from new.max_tickets or (old.sold < old.max_tickets) <> (new.sold < new.max_tickets))
  execute function tell_shown_change();
create or replace trigger dish_stock_shown after update on dish_stock for each row
  when (old.places <> new.places or (old.sold < old.places) <> (new.sold < new.places))
  execute function tell_shown_change();
create or replace trigger dish_stock_listed after insert or delete on dish_stock for each statement execute function tell_shown_change();

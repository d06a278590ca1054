-- The page of the settings that names the site that may frame the coming events.
alter table site_settings drop constraint site_settings_section_check;
alter table site_settings add constraint site_settings_section_check check (section in ('identity', 'contact', 'texts', 'embed'));

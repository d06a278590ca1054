-- An account's password is a column of `users`; what was the auth library's alone goes.
alter table users add column password_hash text;
update users set password_hash = accounts.password from accounts where accounts.user_id = users.id and accounts.provider_id = 'credential';
drop table accounts, verifications;
alter table users drop column image, drop column ban_reason, drop column ban_expires;
alter table sessions drop column ip_address, drop column impersonated_by, drop column updated_at;

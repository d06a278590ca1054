-- What kept a mail from leaving, as a code; `last_error` keeps what the mail server said.
alter table mails add column failure text;
-- Sendings of which nobody knows whether the mail arrived: each further one may be a copy.
alter table mails add column uncertain_sendings integer not null default 0;

update mails set failure = case
  when last_error is null then null
  when last_error ~ '^the address was corrected' then 'address_corrected'
  when last_error ~ '^nothing to send' then 'nothing_to_say'
  when last_error ~ '^not drawn' then 'not_drawn'
  when last_error ~ 'not one plain address' then 'no_address'
  when last_error ~ 'EAUTH|\m535\M' then 'login'
  when last_error ~ '^EENVELOPE: Mail command failed: 5\d\d' then 'sender'
  when last_error ~* '\m[45]\.2\.2\M|\m(mailbox|inbox) (is )?full\M|\mover quota\M|\mexceeded storage allocation\M' then 'full_mailbox'
  when last_error ~ 'EENVELOPE.*\m5\d\d\M' then 'no_mailbox'
  when last_error ~ '\m5\d\d\M' then 'refused'
  when last_error ~ '\m4\d\d\M' then 'later'
  when last_error ~ 'ECONN|ESOCKET|ETIMEDOUT|EDNS|ETLS|EPROTOCOL|[Tt]imed? ?out|[Aa]bort' then 'silent'
  else 'unknown'
end;
create index mails_failure on mails (failure) where status = 'failed';

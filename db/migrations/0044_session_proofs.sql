-- What a session has shown: when its person last typed the password, and when it was last heard of.
alter table sessions add column proved_at timestamptz, add column seen_at timestamptz;

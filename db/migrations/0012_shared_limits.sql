-- How often passwords were tried, counted for all processes together. Whose tries they are is hashed with the server's
-- secret. Counts may be lost in a crash, so nothing of them is logged; the limiting library names the columns.
create unlogged table limited_acts (
  key varchar(255) primary key,
  points integer not null,
  expire bigint
);
create index limited_acts_age on limited_acts (expire);

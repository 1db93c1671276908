-- Whether a table hangs in words, because its picture could not be had.
begin immediate;

alter table shown add column in_words integer not null default 0 check (in_words in (0, 1));

pragma user_version = 4;
commit;

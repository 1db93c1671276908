-- Where an offer hangs, so that it can be told lapsed once the match has gone on.
begin immediate;

alter table offer add column message integer;

pragma user_version = 5;
commit;

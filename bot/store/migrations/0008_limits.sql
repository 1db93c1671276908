-- Limits: whom somebody takes no challenges from, when a challenge was answered, when sets were renamed.
begin immediate;

create table block (
    player      integer not null,
    blocked     integer not null,
    name        text    not null,
    at          integer not null,
    primary key (player, blocked),
    check (player <> blocked)
) strict, without rowid;

create table renaming (
    id          integer primary key,
    player      integer not null,
    at          integer not null
) strict;

create index renamings_of_a_player on renaming (player, at);

alter table challenge add column answered_at integer;

create index open_challenges_by_opponent on challenge (opponent) where state = 'open';
create index challenges_of_a_challenger on challenge (challenger, created_at);
create index challenges_of_a_pair on challenge (challenger, opponent, state, answered_at);
create index challenge_of_a_session on challenge (session) where session is not null;

pragma user_version = 8;
commit;

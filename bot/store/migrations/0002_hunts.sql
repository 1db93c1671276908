-- Hunts: the seed of their dice, the daily hunt with its result, and who plays in which server.
begin immediate;

-- What the dice are made of. It tells the rolls to come, so it is shown only once they are over.
alter table session add column seed text;

-- The town's secret, made once; each day's seed is derived from it and the date.
create table secret (
    name        text    primary key,
    value       text    not null
) strict, without rowid;

-- One try a person a day; the result is a copy of what the session's actions say, for the ranking.
create table daily (
    day         text    not null,
    player      integer not null,
    session     integer not null unique references session (id),
    won         integer check (won in (0, 1)),
    slain       integer,
    rounds      integer,
    primary key (day, player)
) strict, without rowid;

-- Who has played in which server, for its ranking.
create table visitor (
    guild       integer not null,
    player      integer not null,
    name        text    not null,
    primary key (guild, player)
) strict, without rowid;

pragma user_version = 2;
commit;

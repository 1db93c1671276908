-- Playing sets: who owns which, what is staked on which match, and every change of owner.
begin immediate;

create table playing_set (
    id          integer primary key,
    owner       integer not null,
    material    text    not null,
    style       text    not null,
    name        text    check (length(name) between 1 and 32),
    maker       integer not null,
    maker_name  text    not null,
    deed        text,
    made_at     integer not null
) strict;

create index sets_of_an_owner on playing_set (owner);

-- One row a seat of a staked match. A live stake locks its set (W4).
create table stake (
    session     integer not null references session (id),
    seat        text    not null check (seat in ('attackers', 'defenders')),
    playing_set integer not null references playing_set (id),
    state       text    not null check (state in ('live', 'kept', 'lost')),
    primary key (session, seat)
) strict, without rowid;

create unique index one_live_stake_a_set on stake (playing_set) where state = 'live';

create trigger a_staked_set_keeps_its_owner before update of owner on playing_set
when exists (select 1 from stake where stake.playing_set = old.id and stake.state = 'live')
begin
    select raise(abort, 'the set is staked');
end;

create trigger a_staked_set_keeps_its_name before update of name on playing_set
when exists (select 1 from stake where stake.playing_set = old.id and stake.state = 'live')
begin
    select raise(abort, 'the set is staked');
end;

create trigger a_set_is_never_lost before delete on playing_set
begin
    select raise(abort, 'a set is never deleted');
end;

-- The ledger: a set's making (from nobody) and each time it changed hands. Owners follow from it.
create table transfer (
    id          integer primary key,
    playing_set integer not null references playing_set (id),
    from_player integer,
    to_player   integer not null,
    to_name     text    not null,
    reason      text    not null check (reason in ('first', 'carved', 'earned', 'won')),
    session     integer references session (id),
    at          integer not null,
    check ((reason = 'won') = (from_player is not null)),
    check (reason <> 'won' or session is not null)
) strict;

create index transfers_of_a_set on transfer (playing_set, id);
create unique index one_transfer_a_set_and_match on transfer (session, playing_set) where reason = 'won';

-- One settlement a staked match: which seat's set changed hands, or none.
create table settlement (
    session     integer primary key references session (id),
    lost_by     text    check (lost_by in ('attackers', 'defenders')),
    at          integer not null
) strict;

create table deed (
    player      integer not null,
    deed        text    not null,
    session     integer not null references session (id),
    playing_set integer not null references playing_set (id),
    at          integer not null,
    primary key (player, deed)
) strict, without rowid;

-- The set that a player plays with where none is staked.
create table in_use (
    player      integer primary key,
    playing_set integer not null references playing_set (id)
) strict;

create table server (
    guild       integer primary key,
    stakes      integer not null default 1 check (stakes in (0, 1))
) strict;

alter table seat add column playing_set integer references playing_set (id);
alter table challenge add column stake integer references playing_set (id);

-- A third kind of offer: to annul the match.
alter table offer rename to offer_before;
create table offer (
    session     integer not null references session (id),
    ply         integer not null,
    kind        text    not null check (kind in ('draw', 'undo', 'annul')),
    seat        text    not null check (seat in ('attackers', 'defenders')),
    state       text    not null check (state in ('open', 'accepted', 'declined')),
    at          integer not null,
    primary key (session, ply, kind, seat)
) strict, without rowid;
insert into offer select * from offer_before;
drop table offer_before;

pragma user_version = 3;
commit;

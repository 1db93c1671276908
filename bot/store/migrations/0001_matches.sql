-- Sessions and their actions, the challenges that start matches, and the offers made during one.
-- Times are seconds since 1970 UTC. Positions are never stored: a session is its setup and its actions.
begin immediate;

create table session (
    id          integer primary key,
    game        text    not null check (game in ('tafl', 'draugr')),
    setup       text    not null,
    guild       integer,
    channel     integer not null,
    posting     text    not null check (posting in ('bot', 'interaction')),
    locale      text    not null,
    state       text    not null check (state in ('live', 'over')),
    winner      text,
    ending      text,
    created_at  integer not null,
    ended_at    integer,
    check ((state = 'over') = (ending is not null)),
    check ((state = 'over') = (ended_at is not null))
) strict;

create unique index one_live_session_a_channel on session (channel) where state = 'live';

create table seat (
    session     integer not null references session (id),
    seat        text    not null check (seat in ('attackers', 'defenders', 'hunter')),
    player      integer not null,
    name        text    not null,
    primary key (session, seat)
) strict, without rowid;

create index seats_of_a_player on seat (player, session);

-- The primary key makes a double click, two clicks at once and a retry after a crash harmless.
create table action (
    session     integer not null references session (id),
    ply         integer not null check (ply >= 0),
    seat        text    not null check (seat in ('attackers', 'defenders', 'hunter', 'chance')),
    text        text    not null,
    at          integer not null,
    primary key (session, ply)
) strict, without rowid;

-- An offer stands only while its ply is the current one, so the next action lets it lapse.
create table offer (
    session     integer not null references session (id),
    ply         integer not null,
    kind        text    not null check (kind in ('draw', 'undo')),
    seat        text    not null check (seat in ('attackers', 'defenders')),
    state       text    not null check (state in ('open', 'accepted', 'declined')),
    at          integer not null,
    primary key (session, ply, kind, seat)
) strict, without rowid;

-- Where a session's newest table hangs. Losing a row loses no move: the table is posted again.
create table shown (
    session     integer primary key references session (id),
    ply         integer not null,
    message     integer not null
) strict;

create table challenge (
    id          integer primary key,
    guild       integer,
    channel     integer not null,
    posting     text    not null check (posting in ('bot', 'interaction')),
    message     integer,
    locale      text    not null,
    challenger  integer not null,
    challenger_name text not null,
    opponent    integer not null,
    opponent_name text  not null,
    side        text    not null check (side in ('attack', 'defend', 'random')),
    setup       text    not null,
    state       text    not null check (state in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    session     integer references session (id),
    rematch_of  integer references session (id),
    created_at  integer not null,
    expires_at  integer not null,
    check (challenger <> opponent),
    check ((state = 'accepted') = (session is not null))
) strict;

create unique index one_open_challenge_a_pair on challenge (channel, challenger, opponent) where state = 'open';
create index open_challenges_by_expiry on challenge (expires_at) where state = 'open';
create index open_challenges_by_player on challenge (challenger) where state = 'open';

pragma user_version = 1;
commit;

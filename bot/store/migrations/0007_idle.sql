-- Sessions that were left alone: when a warning was given, and at which ply; the next action lets it lapse.
begin immediate;

create table idle_warning (
    session     integer primary key references session (id),
    ply         integer not null,
    at          integer not null
) strict;

create index live_sessions_by_age on session (created_at) where state = 'live';
create index sessions_by_end on session (ended_at) where state = 'over';

pragma user_version = 7;
commit;

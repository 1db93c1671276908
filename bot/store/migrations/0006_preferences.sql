-- What people and servers have chosen. Nothing chosen means that the place, or Discord's own setting, decides.
begin immediate;

create table preference (
    player      integer primary key,
    locale      text    check (locale in ('en', 'ru', 'ko')),
    board       text    check (board in ('wood', 'stone', 'snow', 'hall')),
    text_board  integer not null default 0 check (text_board in (0, 1)),
    pings       integer not null default 1 check (pings in (0, 1))
) strict;

alter table server add column locale text check (locale in ('en', 'ru', 'ko'));
alter table server add column board text check (board in ('wood', 'stone', 'snow', 'hall'));
alter table server add column threads integer not null default 1 check (threads in (0, 1));

-- Where the bot plays in a server; everywhere while there is none.
create table allowed_channel (
    guild       integer not null,
    channel     integer not null,
    primary key (guild, channel)
) strict, without rowid;

pragma user_version = 6;
commit;

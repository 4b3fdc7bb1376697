-- Accounts of the space itself, which are never a payer's: those that statements are of, and those that stood on every
-- line of a file. In capitals and digits, or as they were named.
create table bank_own_accounts (
  account text primary key check (length(account) between 1 and 60),
  found_in text not null check (found_in in ('statement', 'column')),
  found_at timestamptz not null
);

insert into bank_own_accounts (account, found_in, found_at)
  select l.account, 'statement', min(i.at) from bank_lines l join bank_imports i on i.id = l.import_id group by l.account;

-- The same account on all lines of a file, whose payers had several names or whose money went both ways.
insert into bank_own_accounts (account, found_in, found_at)
  select distinct on (account) account, 'column', at
  from (
    select upper(regexp_replace(max(l.payer_account), '[^A-Za-z0-9]', '', 'g')) as account, i.at
    from bank_lines l join bank_imports i on i.id = l.import_id
    where l.format = 'csv'
    group by i.id
    having count(*) > 1 and max(l.payer_account) ~ '\d'
      and count(distinct upper(regexp_replace(l.payer_account, '[^A-Za-z0-9]', '', 'g'))) = 1
      and (count(distinct lower(nullif(l.payer_name, ''))) > 2 or min(l.amount_cents) < 0 and max(l.amount_cents) > 0)
  ) as found
  order by account, at
  on conflict (account) do nothing;

update bank_lines l set payer_account = ''
  from bank_own_accounts o
  where l.payer_account <> '' and upper(regexp_replace(l.payer_account, '[^A-Za-z0-9]', '', 'g')) = o.account;
alter table bank_lines add constraint bank_lines_payer_account
  check (payer_account = '' or upper(regexp_replace(payer_account, '[^A-Za-z0-9]', '', 'g')) <> account);

-- Each name an account came with for a member, as a keyed hash; empty: it came with none. Null is of rows from before,
-- which a job works out, because the database does not have the key.
alter table bank_payers add column name text,
  drop constraint bank_payers_account_member_id_key,
  add constraint bank_payers_account_member_name unique (account, member_id, name);

-- Members of whom a person found that it was not their payment: by the keyed hash of the account, or of the name where there was none.
create table bank_undos (
  id integer generated always as identity primary key,
  payer text not null check (payer <> ''),
  member_id integer not null references members,
  undone_at timestamptz not null,
  unique (payer, member_id)
);
create index bank_undos_member on bank_undos (member_id);
-- A line that was booked and taken back is never certain again.
alter table bank_lines add column undone_at timestamptz;

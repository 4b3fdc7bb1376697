-- What each check of the doctor found the last time.
create table health_results (
  name text primary key check (length(name) <= 100),
  looked_at timestamptz not null,
  -- Null: there was nothing to look at, and then nothing to say.
  state text check (state in ('well', 'attention', 'wrong', 'unknown')),
  says text check (length(says) <= 2000),
  -- The instant that what was found is about.
  at timestamptz,
  todo text check (length(todo) <= 2000),
  page text check (length(page) <= 300),
  -- Whether the home page of staff counts it.
  warns boolean not null,
  check ((state is null) = (says is null))
);

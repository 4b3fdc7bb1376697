-- Of plans that wait for a person, those that were looked at longest ago are looked at first. Null: not since they wait.
alter table stripe_take_overs add column looked_at timestamptz;

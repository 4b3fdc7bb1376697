-- A row that is written with every swipe, start or purchase finds room for its new version on the same page: then no index
-- is touched. Those of a member cost half a millisecond each time, for the words that members are searched by. Tables that
-- are full already get there row by row.
alter table members set (fillfactor = 70);
alter table balances set (fillfactor = 70);

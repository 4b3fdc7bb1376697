-- SK001 becomes the error `booksClosed` at the field that the column names.
create or replace function refuse_closed_instant() returns trigger language plpgsql as $$
declare closed date;
begin
  select closed_through into closed from books_closed where new.at < closed_until;
  if closed is not null then
    raise exception using errcode = 'SK001', message = format('the books are closed through %s', closed),
      detail = closed::text, column = 'paidOn';
  end if;
  return new;
end $$;

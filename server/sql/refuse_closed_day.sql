-- SK001 becomes the error `booksClosed` at the field that the column names.
create or replace function refuse_closed_day() returns trigger language plpgsql as $$
declare
  closed date;
  day date;
begin
  if tg_table_name = 'payments' then day := new.paid_on; else day := new.booked_on; end if;
  select closed_through into closed from books_closed where day <= closed_through;
  if closed is not null then
    raise exception using errcode = 'SK001', message = format('the books are closed through %s', closed),
      detail = closed::text, column = 'paidOn';
  end if;
  return new;
end $$;

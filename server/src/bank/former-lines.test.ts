import { expect, test } from 'vitest'
import { createFormerDatabase } from '#platform/db/former-database.testing.ts'

test('accounts of the space that stood on lines as a payer’s are taken off them, and twins are kept', async () => {
  const { rows, update } = await createFormerDatabase('0104')
  await rows(`insert into bank_imports (file_name, format, added, known, at) values
    ('own.csv', 'csv', 0, 0, now()), ('column.csv', 'csv', 0, 0, now()), ('family.csv', 'csv', 0, 0, now()), ('x', 'ofx', 0, 0, now())`)
  const line = (file: number, amount: number, name: string, account: string, format = 'csv') =>
    `(${file}, 'DE02120300000000202051', decode(md5(random()::text) || md5(random()::text), 'hex'), 0, '${format}',
      '2026-11-0${file}', ${amount}, 'EUR', 't', '${name}', '${account}', '', '', '', 'waiting')`
  await rows(`insert into bank_lines (import_id, account, identity, ordinal, format, booked_on, amount_cents, currency,
      text, payer_name, payer_account, bank_reference, end_to_end, return_reason, state) values
    ${[
      line(1, 100, 'Ann', 'de02 1203 0000 0000 2020 51'),
      line(2, 100, 'Ann', '20-00-00 87654321'),
      line(2, -300, 'Power', '20-00-00 87654321'),
      line(3, 100, 'Ann', 'GB29NWBK60161331926819'),
      line(3, 200, 'Ann', 'GB29NWBK60161331926819'),
    ].join()}`)
  await rows(`insert into bank_lines (import_id, account, identity, ordinal, format, booked_on, amount_cents, currency,
      text, payer_name, payer_account, bank_reference, end_to_end, return_reason, state)
    select 4, 'X1234', identity, 0, 'ofx', booked_on, amount_cents, currency, text, '', '', '', '', '', 'waiting'
    from bank_lines where amount_cents = 200`)
  await update()
  expect(await rows(`select payer_account from bank_lines order by id`)).toEqual(
    ['', '', '', 'GB29NWBK60161331926819', 'GB29NWBK60161331926819', ''].map((payer_account) => ({ payer_account })),
  )
  expect(await rows('select account, found_in from bank_own_accounts order by account')).toEqual([
    { account: '20000087654321', found_in: 'column' },
    { account: 'DE02120300000000202051', found_in: 'statement' },
    { account: 'X1234', found_in: 'statement' },
  ])
  expect(await rows('select l.id - l.twin_id as after from bank_lines l where twin_id is not null')).toEqual([
    { after: 1 },
  ])
})

test('what payers wrote on transfers goes from payments that were booked before, and our reference stays', async () => {
  const { rows, update } = await createFormerDatabase('0109')
  await rows(`insert into members (email, first_name, last_name, screen_name, registered_at)
    values ('kim@example.org', 'Kim', 'O', 'kim', now())`)
  const texts = ['RF10 D000 123 dear friends', 'rent of Kim', 'BANK-7']
  for (const text of texts)
    await rows(
      `insert into payments (member_id, amount_cents, currency, method, reference, paid_on, at, actor_kind)
        values (1, 100, 'EUR', $1, $2, '2026-11-01', now(), 'system')`,
      ['bank', text],
    )
  await rows(`insert into bank_imports (file_name, format, added, known, at) values ('a.csv', 'csv', 0, 0, now())`)
  await rows(`insert into bank_lines (import_id, account, identity, format, booked_on, amount_cents, currency, text,
      payer_name, payer_account, bank_reference, end_to_end, return_reason, state, kind, member_id, payment_id)
    select 1, 'DE02120300000000202051', decode(md5(id::text) || md5(id::text), 'hex'), 'csv', paid_on, 100, 'EUR',
      reference, '', '', 'BANK-' || id, '', '', 'confirmed', 'dues', 1, id from payments where id < 3`)
  await update()
  expect(await rows('select reference from payments order by id')).toEqual(
    ['RF10 D000 123', 'BANK-2', 'BANK-7'].map((reference) => ({ reference })),
  )
})

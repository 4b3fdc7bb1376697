import { duesReference, topUpReference } from '@spacekeeper/contract/bank/references.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { type Kysely, sql } from 'kysely'
import { type Services, systemCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { fullName } from '#platform/shown-name.ts'
import { changeSetting } from '../settings/settings.ts'
import { memberNamed, type CastMember } from './cast.ts'

const settings = {
  BANK_ACCOUNT_NAME: 'Example Makerspace Inc',
  BANK_ACCOUNT_NUMBER: '062-000 12345678',
  BANK_NAME: 'Example Bank',
  BANK_ALIAS: 'dues@example.org',
  DEBIT_SCHEME: 'becs',
  DEBIT_ABA_USER_ID: '301500',
  DEBIT_ABA_BANK: 'CBA',
} as const

const todayOf = (services: Services): Day => localDay(services.now(), 'Australia/Brisbane')

const openCharges = (db: Services['db']) =>
  db
    .selectFrom('charges as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .select(['c.id', 'c.member_id as memberId', 'c.state', 'm.first_name as firstName', 'm.last_name as lastName'])
    .select(sql<number>`c.amount_cents - c.paid_cents`.as('openCents'))
    .where('c.state', 'in', ['open', 'processing'])
    .orderBy('c.id')
    .execute()

/** Two members who let the space debit their accounts, one of them on the way to the bank. */
export const seedBank = async (services: Services, cast: readonly CastMember[]): Promise<void> => {
  const ctx = systemCtx(services)
  for (const key of keysOf(settings)) await changeSetting(ctx, { key, value: settings[key] })
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  const now = services.now()
  const today = todayOf(services)
  const signedAt = new Date(now.getTime() - 90 * 24 * 60 * 60 * 1000)
  const mandates = await db
    .insertInto('bank_mandates')
    .values(
      ['Tariq', 'Elif'].map((name, at) => {
        const { id, firstName, lastName } = memberNamed(cast, name)
        return {
          member_id: id,
          scheme: 'becs' as const,
          reference: `SK-${String(id).padStart(6, '0')}-1`,
          holder: `${firstName} ${lastName}`,
          sealed_account: encrypt(services.secretKey, `733-000 9123${at}7`),
          account_end: `123${at}7`.slice(-4),
          text: 'I request and authorise Example Makerspace Inc to debit my account with my dues.',
          signed_at: signedAt,
        }
      }),
    )
    .returning(['id', 'member_id'])
    .execute()
  const charges = await openCharges(services.db)
  const [mandate] = mandates
  const charge = charges.find(({ memberId, state }) => memberId === mandate?.member_id && state === 'processing')
  if (!mandate || !charge) return
  const { id } = await db
    .insertInto('debit_runs')
    .values({ reference: 'SK-DD-1', scheme: 'becs', collect_on: addDays(today, 2), made_at: signedAt, sent_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('debits')
    .values({
      run_id: id,
      charge_id: charge.id,
      member_id: charge.memberId,
      mandate_id: mandate.id,
      amount_cents: charge.openCents,
      reference: `SK-DD-1-${charge.id}`,
      state: 'sent',
    })
    .execute()
}

const decimals = (cents: number) => (cents / 100).toFixed(2)

/**
 * A statement of the last days to try the import with, as CSV: transfers with references, one that only names its
 * payer, one that nothing is known of, a top-up, and rent that left.
 */
export const writeDemoStatement = async (services: Services): Promise<string> => {
  const today = todayOf(services)
  const open = (await openCharges(services.db)).filter(({ state }) => state === 'open')
  const [first, second, third, named] = open
  const day = (ago: number) => addDays(today, -ago).split('-').toReversed().join('/')
  const pays = (charge: (typeof open)[number] | undefined, ago: number, cents?: number) =>
    charge
      ? [
          [
            day(ago),
            decimals(cents ?? charge.openCents),
            `${charge.lastName} ${charge.firstName}`,
            '733-000 445566',
            `Membership ${duesReference(charge.memberId)}`,
          ],
        ]
      : []
  const rows = [
    ['Date', 'Amount', 'Name', 'Account', 'Description'],
    ...pays(first, 3),
    ...pays(second, 3, 2000),
    ...pays(third, 2),
    ...(named ? [[day(2), decimals(named.openCents), fullName(named), '082-001 778899', 'membership']] : []),
    [day(2), '-850.00', 'Harbour Property Trust', '033-002 100200', 'Rent'],
    [day(1), '30.00', 'A Okafor', '063-111 202020', `Top up ${topUpReference(1)}`],
    [day(1), '120.00', '', '', 'Cash deposit open day'],
  ]
  return `${rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n')}\r\n`
}

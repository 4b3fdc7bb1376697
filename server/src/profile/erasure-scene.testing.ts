import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { sql } from 'kysely'
import { startTestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { anAccount } from '../auth/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

const dayMs = 24 * 60 * 60 * 1000

export const oddPassword = 'correct horse battery'

/** Values that name a member, a guest or a visitor, or were written by or about one, by what they are. */
export const odd = {
  'first name': 'Kimberlyq',
  'last name': 'Zzyzxova',
  'screen name': 'kimqscreen',
  address: 'kimq@zzyzx.example',
  'wanted address': 'kimq-next@zzyzx.example',
  'invited address': 'kidq@zzyzx.example',
  'phone number': '400123987',
  plate: 'QZQ991',
  'card number': '77700991',
  'card label': 'quartercard',
  'IP address': '203.0.113.77',
  'account name': 'Quellmalz',
  'account number': 'DE89370400440532013000',
  'city of a proxy': 'Quxhaven',
  guest: 'Gastonq',
  guardian: 'Gwendolynq',
  "guardian's address": 'gwenq@guardian.example',
  visitor: 'Robinq Qqvisitor',
  "visitor's address": 'robinq@visitor.example',
  'words of staff': 'quagmireletter',
  'reason of staff': 'quincereason',
  'question of staff': 'querystaff',
  'answer to staff': 'quirkanswer',
  'note of an opening': 'quokkanote',
  'note on the roll': 'rollquirk',
  'words for a proxy': 'quorumwish',
  'reason of an ended proxy': 'quondamproxy',
  'reason of a withdrawal': 'quenchreason',
  'reason of a concession': 'quotareason',
  'note on a concession': 'quashnote',
  'proof of a concession': 'quartzproof',
  'reason of a mandate that ended': 'quashmandate',
  'reason of a charge that was cancelled': 'quitcharge',
  'reason of a pause': 'quinsypause',
  'text of a transfer': 'quittancetext',
  'words of a bank': 'quenellebank',
  'answer of a receiver': 'quixotecho',
  'phone with a pass': 'quincunxphone',
  'words of a booking': 'quidbooking',
  'note on a payment': 'quipnote',
  'reason of a refund': 'quibblerefund',
  'storage note': 'quietcorner',
  'report of a member': 'quakelamp',
  'answer to a report': 'quillreply',
  'note of a member on a report': 'quibnote',
  ticket: 'quiltticket',
  'name of a key': 'quaverkey',
  'name of a passkey': 'quaypasskey',
  'number at a provider': 'quorrasub',
  'number at Stripe': 'cus_quokka99',
}

const set = async (portal: TestPortal, facts: Partial<Record<SettingKey, unknown>>) => {
  for (const key of keysOf(facts)) await changeSetting(portal.ctx, { key, value: facts[key] })
}

const everyFeature: Partial<Record<SettingKey, unknown>> = {
  EMAIL_ADMIN: 'desk@example.org',
  SITE_TIME_ZONE: 'Europe/Dublin',
  ENABLE_STRIPE: true,
  ENABLE_LEAVING: true,
  ENABLE_OPENINGS: true,
  ENABLE_VISITORS: true,
  ENABLE_PROXY_VOTING: true,
  ENABLE_PUSH: true,
  ENABLE_STORAGE: true,
  ENABLE_TICKETS: true,
  REPORT_ISSUE_ENABLE_EMAIL: true,
  DEBIT_SCHEME: 'sepa',
  DEBIT_CREDITOR_ID: 'DE98ZZZ09999999999',
  BANK_ACCOUNT_NAME: 'Makers',
  BANK_ACCOUNT_NUMBER: 'DE02120300000000202051',
  SITE_LOCALE_CURRENCY: 'en-IE',
}

/** A space in which every feature is on, a member with odd values, and staff. */
export const openErasureScene = async () => {
  /** A noon that is long enough ago for what is kept ten years: the database's own rule for the audit asks the real clock. */
  const start = new Date(Math.floor(Date.now() / dayMs - 3900) * dayMs + dayMs / 2)
  const clock = { now: start }
  const smtp = await startTestSmtpServer()
  const stripe = await startStripe()
  const portal = await startTestPortal({ smtpUrl: smtp.url, stripeUrl: stripe.url, now: () => clock.now })
  const keys = { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_PUBLISHABLE_KEY: stripe.publishableKey }
  await set(portal, { ...keys, ...everyFeature })
  const boss = await aMember(portal.db, { isAdmin: true, firstName: 'Boss', lastName: 'Bold', registeredAt: start })
  const kim = await anAccount(portal.db, {
    password: oddPassword,
    email: odd.address,
    firstName: odd['first name'],
    lastName: odd['last name'],
    screenName: odd['screen name'],
    phone: `+61${odd['phone number']}`,
    state: 'noob',
    registeredAt: start,
  })
  const { id: planId } = await aPlan(portal.db, { costCents: 5000, currency: 'EUR', maxPeople: 3 })
  return {
    portal,
    clock,
    start,
    planId,
    kim: { id: kim.id },
    boss: { id: boss.id },
    /** Clients are of the moment: sessions end as the clock goes on. */
    own: (): Promise<TestClient> => portal.as(kim.id),
    staff: (): Promise<TestClient> => portal.as(boss.id),
    /** So many days later, as a day. */
    day: (days: number) => new Date(clock.now.getTime() + days * dayMs).toISOString().slice(0, 10),
    close: async () => {
      await portal.close()
      await smtp.close()
      await stripe.close()
    },
  }
}

export type ErasureScene = Awaited<ReturnType<typeof openErasureScene>>

export type ErasureAct = (scene: ErasureScene) => Promise<unknown>

type TextColumn = { schema: string; table: string; column: string; type: string }

/** Every column that can hold words, the queue's too. */
export const listTextColumns = async ({ portal }: ErasureScene): Promise<TextColumn[]> => {
  const { rows } = await sql<TextColumn>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'graphile_worker')
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'inet', 'bytea', 'USER-DEFINED')
    order by 1, 2, 3`.execute(portal.db)
  return rows
}

/** Every column that holds one of the values, as `table.column: what`. */
export const findLeft = async (scene: ErasureScene): Promise<string[]> => {
  const left: string[] = []
  for (const { schema, table, column, type } of await listTextColumns(scene)) {
    // Bytes are read as letters where they are some, and as numbers otherwise.
    const text =
      type === 'bytea' ? sql`lower(encode(${sql.ref(column)}, 'escape'))` : sql`lower(${sql.ref(column)}::text)`
    const words = Object.entries(odd)
    const { rows } = await sql<Record<string, boolean>>`select ${sql.join(
      words.map(
        ([, word], at) =>
          sql`coalesce(bool_or(position(${word.toLowerCase()} in ${text}) > 0), false) as ${sql.ref(`w${at}`)}`,
      ),
    )} from ${sql.table(`${schema}.${table}`)}`.execute(scene.portal.db)
    for (const [at, [what]] of words.entries()) if (rows[0]?.[`w${at}`]) left.push(`${table}.${column}: ${what}`)
  }
  return left.toSorted()
}

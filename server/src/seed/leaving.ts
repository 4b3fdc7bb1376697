import { sql, type Kysely } from 'kysely'
import { type Services, systemCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { accessDomain } from '../access/domain.ts'
import { apiKeysDomain } from '../api-keys/domain.ts'
import { authDomain } from '../auth/domain.ts'
import { isOverForGood } from '../billing/subscriptions/ended-members.ts'
import { leavingDomain } from '../leaving/domain.ts'
import { dateSteps } from '../leaving/rules.ts'
import { stepsOf } from '../leaving/steps.ts'
import { mailingsDomain } from '../mailings/domain.ts'
import { membersDomain } from '../members/domain.ts'
import { changeSetting } from '../settings/settings.ts'
import { storageDomain } from '../storage/domain.ts'
import { type CastMember, timeOn } from './cast.ts'
import { seedStorage } from './storage.ts'

const catalog = stepsOf([
  authDomain,
  accessDomain,
  apiKeysDomain,
  mailingsDomain,
  membersDomain,
  storageDomain,
  leavingDomain,
])

type StoryLeaver = { id: number; balanceCents: number; name: string }

/** Former members of the story, those with the most money first: one is midway, one done, one stopped by staff. */
const findLeavers = async (db: Kysely<Database>): Promise<StoryLeaver[]> => {
  const rows = await db
    .selectFrom('members as m')
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(['m.id', 'm.first_name', 'm.last_name', 'b.balance_cents'])
    .where(isOverForGood)
    .where('m.closed_at', 'is', null)
    .where('m.suspended_at', 'is', null)
    .where('m.first_joined_at', 'is not', null)
    .orderBy(sql`coalesce(b.balance_cents, 0)`, 'desc')
    .orderBy('m.id')
    .limit(3)
    .execute()
  return rows.map(({ id, first_name: first, last_name: last, balance_cents: cents }) => ({
    id,
    balanceCents: cents ?? 0,
    name: `${first} ${last}`,
  }))
}

const doneWords: Readonly<Record<string, string>> = {
  goodbye: 'An email said what happens next.',
  storage: 'No storage place is held.',
  mailings: 'Left out of news and of exported lists of addresses.',
  cards: '1 card was retired.',
  grants: 'Access to Front door was removed.',
  sessions: 'Logged in nowhere.',
  apiKeys: 'There was no API key.',
  balance: 'Nothing is left.',
  account: 'An email said what is kept, and how to close the account.',
}

type SeededLeaving = { leaver: StoryLeaver; daysAgo: number; state: 'running' | 'paused' | 'done' }

const storeLeaving = async (
  services: Services,
  { leaver, daysAgo, state, today }: SeededLeaving & { today: Day },
): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  const settings = await services.settings.all()
  const [now, endedOn] = [services.now(), addDays(today, -daysAgo)]
  const at = timeOn(now, { daysAgo, hour: 3.5 })
  const { id } = await db
    .insertInto('leavings')
    .values({
      member_id: leaver.id,
      spell: (is) => is.selectFrom('members').select('spell').where('id', '=', leaver.id),
      reason: state === 'paused' ? 'staff' : 'planEnded',
      ended_on: endedOn,
      started_at: at,
      state,
      done_at: state === 'done' ? timeOn(now, { daysAgo: daysAgo - 90, hour: 3.5 }) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const steps = [...catalog.values()].map(({ name, position, setting }) => ({
    name,
    position,
    days: settings[setting],
  }))
  await db
    .insertInto('leaving_steps')
    .values(
      dateSteps(steps, endedOn).map(({ name, dueOn }, position) => {
        const isDone = state === 'done' || (dueOn <= today && name !== 'storage')
        return {
          leaving_id: id,
          name,
          position,
          due_on: dueOn,
          state: isDone ? ('done' as const) : ('waiting' as const),
          words: isDone ? (doneWords[name] ?? '') : '',
          tried_at: isDone ? at : null,
          settled_at: isDone ? at : null,
        }
      }),
    )
    .execute()
}

/** Storage places, and three members who left: one midway who asks for their balance, one done, one stopped. */
export const seedLeaving = async (services: Services, cast: readonly CastMember[]): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  const ctx = systemCtx(services)
  for (const key of ['ENABLE_STORAGE', 'ENABLE_LEAVING'] as const) await changeSetting(ctx, { key, value: true })
  const now = services.now()
  const today = localDay(now, await services.settings.get('SITE_TIME_ZONE'))
  const [midway, done, stopped] = await findLeavers(db)
  await seedStorage(services, { cast, formerId: midway?.id })
  if (!midway || !done || !stopped) return
  await storeLeaving(services, { leaver: midway, daysAgo: 12, state: 'running', today })
  await storeLeaving(services, { leaver: done, daysAgo: 140, state: 'done', today })
  await storeLeaving(services, { leaver: stopped, daysAgo: 6, state: 'paused', today })
  await sql`update members set exclude_from_email_export = true
    where id = any(${[midway.id, done.id, stopped.id]}::int[])`.execute(db)
  await sql`update cards set state = 'retired', ended_at = ${timeOn(now, { daysAgo: 110, hour: 3.5 })}
    where member_id = ${done.id} and state = 'active'`.execute(db)
  await db.deleteFrom('grants').where('member_id', '=', done.id).execute()
  if (midway.balanceCents > 0)
    await db
      .insertInto('balance_refunds')
      .values({
        member_id: midway.id,
        amount_cents: midway.balanceCents,
        account_name: midway.name,
        sealed_account: encrypt(services.secretKey, '062-000 1234 5678'),
        account_end: '5678',
        asked_at: timeOn(now, { daysAgo: 10, hour: 20 }),
      })
      .execute()
}

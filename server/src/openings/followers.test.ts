import { setInterval } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startJobs } from '#platform/jobs/start-jobs.ts'
import { type TestSmtpServer, startTestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { jobHandlers } from '../jobs.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aKeyHolder, anOpening } from './factory.ts'
import { emailFollowers } from './followers.ts'
import { endOpenings } from './openings.ts'

const hourMs = 3_600_000
const followers = 120
let smtp: TestSmtpServer
let portal: TestPortal
let staff: { id: number }

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url })
  await changeSetting(portal.ctx, { key: 'ENABLE_OPENINGS', value: true })
  staff = await aMember(portal.db, { isAdmin: true })
  for (let n = 0; n < followers; n += 1) {
    const { id } = await aMember(portal.db, { firstName: `Fay${n}` })
    await follow(id)
  }
})
beforeEach(async () => {
  await portal.runJobs()
  await portal.db.deleteFrom('messages').execute()
  await portal.db.deleteFrom('openings').execute()
  smtp.mails.length = 0
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const follow = (memberId: number) =>
  portal.db.insertInto('opening_followers').values({ member_id: memberId, since: new Date() }).execute()

const plan = async (memberId: number, count: number) => {
  for (let n = 1; n <= count; n += 1)
    await anOpening(portal.db, { memberId, startsAt: new Date(Date.now() + n * 24 * hourMs), hours: 1 })
}

const addressees = () => smtp.mails.map(({ envelope, subject }) => `${envelope.to.join()} ${subject}`)

const waitingJobs = async () => {
  const { rows } = await sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs
    where run_at <= now()`.execute(portal.db)
  return rows.map(({ task }) => task)
}

test.each([4, 8])(
  'of %i openings that end at once, each follower gets one email each, and the queue comes to its end',
  async (count) => {
    const gone = await aMember(portal.db, { firstName: 'Gil' })
    await aKeyHolder(portal.db, gone.id)
    await plan(gone.id, count)
    await (await portal.as(staff.id)).openings.removeKeyHolder({ memberId: gone.id })
    await endOpenings(portal.ctx)
    const jobs = await startJobs({
      services: portal.services,
      connectionString: portal.connectionString,
      handlers: jobHandlers,
    })
    // For as long as a slow machine takes; without an end, the test's own limit ends it.
    for await (const _ of setInterval(200)) if ((await waitingJobs()).length === 0) break
    await jobs.stop()
    expect(new Set(addressees()).size).toBe(followers * count)
    expect(smtp.mails).toHaveLength(followers * count)
  },
)

test('news that is told again after later news reaches no follower twice', async () => {
  const news = (id: string, openingId: number) => ({
    id,
    kind: 'announced' as const,
    openingId,
    byMemberId: null,
    startsAt: new Date(Date.now() + hourMs),
    endsAt: new Date(Date.now() + 2 * hourMs),
    count: 1,
    saidAt: new Date(),
  })
  const [first, later] = [news(crypto.randomUUID(), 1), news(crypto.randomUUID(), 2)]
  await emailFollowers(portal.ctx, first)
  await emailFollowers(portal.ctx, later)
  await emailFollowers(portal.ctx, first)
  await portal.runJobs()
  expect(smtp.mails).toHaveLength(2 * followers)
})

test('a key-holder who closes the account cancels the openings to come, and followers are told', async () => {
  const password = 'correct horse battery'
  const gone = await anAccount(portal.db, { password })
  await aKeyHolder(portal.db, gone.id)
  const client = await portal.as(gone.id)
  await client.openings.setFollowing({ isFollowing: true })
  await plan(gone.id, 2)
  const series = crypto.randomUUID()
  for (const days of [7, 14, 21])
    await anOpening(portal.db, {
      memberId: gone.id,
      series,
      startsAt: new Date(Date.now() + days * 24 * hourMs),
      note: 'Ring Zebulon',
    })
  await client.profile.closeAccount({ password, confirmation: 'Close my account' })
  const left = await portal.db.selectFrom('openings').select(['cancelled_at', 'note']).execute()
  expect(left.filter((row) => row.cancelled_at === null || row.note !== '')).toEqual([])
  await portal.runJobs()
  const cancelled = smtp.mails.filter(({ subject }) => subject?.startsWith('Cancelled: '))
  expect(cancelled).toHaveLength(3 * followers)
  expect(cancelled.filter(({ text }) => text?.includes('2 later openings'))).toHaveLength(followers)
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, afterAll, test, expect } from 'vitest'
import { type TestSmtpServer, startTestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { aGrant, aSwipe } from '../access/factory.ts'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { doorLists } from '../devices/channels.ts'
import { listTags } from '../doors/card-lists.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

const password = 'correct horse battery'

const confirmation = 'Close my account'

const day = 24 * 60 * 60 * 1000

let smtp: TestSmtpServer

let portal: TestPortal

let boss: { id: number; email: string }

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url })
  boss = await aMember(portal.db, { isAdmin: true })
})

beforeEach(async () => {
  await portal.runJobs()
  smtp.mails.length = 0
})

afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const anOwner = (facts: MemberFacts = {}) => anAccount(portal.db, { password, ...facts })

const close = async (id: number) => (await portal.as(id)).profile.closeAccount({ password, confirmation })

const rowOf = (id: number) => portal.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const subjectsTo = (address: string) =>
  smtp.mails.filter(({ to }) => to?.some((one) => one.address === address)).map(({ subject }) => subject)

const registration = { firstName: 'New', lastName: 'Comer', mobile: '0400 999 888', password: 'another good one' }

const runForgetting = async () => {
  await portal.services.pool.query(`select graphile_worker.add_job('cleanUp', '{}'::json)`)
  await portal.runJobs()
}

test('closing needs the password and the typed words, and without them nothing happens', async () => {
  const { id } = await anOwner()
  const api = await portal.as(id)
  await expect(api.profile.closeAccount({ password: 'wrong one', confirmation })).rejects.toMatchObject({
    code: 'wrongPassword',
  })
  await expect(api.profile.closeAccount({ password, confirmation: 'yes' })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'confirmation' }] },
  })
  expect((await api.profile.get()).id).toBe(id)
})

test('a closed account cannot log in and frees its address and screen name', async () => {
  const { id, email } = await anOwner({ screenName: 'leaver', isAdmin: true })
  const elsewhere = await portal.as(id)
  const browser = openBrowser(portal.app)
  await browser.logIn(email, password)
  expect((await browser.post('/api/profile/close/', { password, confirmation })).statusCode).toBe(200)
  expect(browser.cookies.has('sessionid')).toBe(false)
  expect(await browser.isLoggedIn()).toBe(false)
  await expect(elsewhere.profile.get()).rejects.toMatchObject({ status: 401 })
  expect((await browser.logIn(email, password)).statusCode).toBe(401)
  const stranger = await portal.as(null)
  await stranger.auth.resetPassword({ email })
  await portal.runJobs()
  expect(subjectsTo(email)).toEqual(['Your account is closed'])
  await stranger.auth.register({ ...registration, email, screenName: 'Leaver' })
  expect(await rowOf(id)).toMatchObject({
    first_name: 'Former',
    last_name: 'member',
    phone: '',
    password_hash: null,
    is_admin: false,
    state: 'inactive',
  })
})

test('cards come off every door at once, grants and the open visit end', async () => {
  const { id } = await anOwner({ cards: ['5511', '5512'] })
  const { id: deviceId } = await aDoor(portal.db)
  await aGrant(portal.db, { memberId: id, deviceId })
  const api = await portal.as(id)
  await api.visits.signIn({ guests: ['Guest Person'] })
  expect(await api.profile.getClosing()).toEqual({
    cards: 2,
    devices: 1,
    isOnSite: true,
    uses: 0,
    balanceCents: 0,
    isSuspended: false,
    isLastAdministrator: false,
  })
  const told: number[] = []
  const stop = portal.services.live.on(doorLists, ({ deviceIds = [] }) => void told.push(...deviceIds))
  await close(id)
  await expect.poll(() => told).toContain(deviceId)
  stop()
  expect((await listTags(portal.ctx, [deviceId])).get(deviceId)).toEqual([])
  const cards = await portal.db.selectFrom('cards').select('state').where('member_id', '=', id).execute()
  expect(cards.map(({ state }) => state)).toEqual(['retired', 'retired'])
  const visit = portal.db.selectFrom('visits').selectAll().where('member_id', '=', id)
  expect(await visit.executeTakeFirst()).toMatchObject({ guests: ['Guest'], signed_out_at: expect.any(Date) })
})

test('a closed account is in no list, and what the member did stays without the name', async () => {
  const { id } = await anOwner({ firstName: 'Zebulon', lastName: 'Quark', lastSeenAt: new Date() })
  const { id: deviceId } = await aDoor(portal.db)
  await aSwipe(portal.db, { memberId: id, deviceId })
  const api = await portal.as(id)
  await api.visits.signIn({ guests: [] })
  const { token } = await api.profile.createIdCode()
  await close(id)
  const staff = await portal.as(boss.id)
  expect((await staff.members.search({ text: 'Zebulon' })).total).toBe(0)
  expect((await staff.members.search({ text: 'Former' })).total).toBe(0)
  expect(
    JSON.stringify([
      await staff.visits.listLastSeen({}),
      await staff.visits.listOnSite(),
      await staff.statistics.get(),
    ]),
  ).not.toMatch(/Zebulon|Former/)
  const { doors: swipes } = await staff.access.listSwipes()
  expect(swipes.some(({ user }) => user === 'Former member')).toBe(true)
  expect(JSON.stringify(swipes)).not.toContain('Zebulon')
  expect(await (await portal.as(null)).profile.verifyIdCode({ token })).toMatchObject({
    verdict: 'unknown',
    name: null,
  })
})

test('staff who open or change the closed account are told that it is closed', async () => {
  const { id } = await anOwner()
  await close(id)
  const staff = await portal.as(boss.id)
  const tries = [
    () => staff.members.get({ memberId: id }),
    () => staff.members.getDetails({ memberId: id }),
    () => staff.members.updateDetails({ memberId: id, firstName: 'Back' }),
    () => staff.members.makeMember({ memberId: id }),
    () => staff.members.setState({ memberId: id, state: 'active' }),
    () => staff.members.addCard({ memberId: id, number: '5599', label: '' }),
  ]
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ status: 410, code: 'memberClosed' })
})

test('the last administrator cannot leave; of two who leave at once, one stays', async () => {
  await portal.db.updateTable('members').set({ is_admin: false }).execute()
  const pair = [await anOwner({ isAdmin: true }), await anOwner({ isAdmin: true })]
  const outcomes = await Promise.allSettled(pair.map(({ id }) => close(id)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [left] = pair.filter((_, n) => outcomes[n]?.status === 'rejected')
  await portal.db.updateTable('members').set({ is_admin: true }).where('id', '=', boss.id).execute()
  await portal.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', boss.id).execute()
  const api = await portal.as(left?.id ?? 0)
  expect((await api.profile.getClosing()).isLastAdministrator).toBe(true)
  await expect(api.profile.closeAccount({ password, confirmation })).rejects.toMatchObject({
    code: 'lastAdministrator',
  })
  await portal.db.updateTable('members').set({ email_verified_at: new Date() }).where('id', '=', boss.id).execute()
  await close(left?.id ?? 0)
})

test('staff are told who left, and when a suspended one may be back with the same email or phone', async () => {
  const { id, email } = await anOwner({ suspension: 'Stole the drill.', phone: '+61 400 111 222', firstName: 'Bad' })
  await close(id)
  await portal.runJobs()
  expect(subjectsTo(boss.email)).toEqual(['A member closed their account'])
  expect(await rowOf(id)).toMatchObject({ suspension_reason: 'Stole the drill.', state: 'inactive' })
  expect(JSON.stringify(await rowOf(id))).not.toContain('400 111 222')
  const stranger = await portal.as(null)
  await stranger.auth.register({ ...registration, email, screenName: 'again1' })
  await stranger.auth.register({
    ...registration,
    email: 'fresh@example.org',
    mobile: '0400111222',
    screenName: 'again2',
  })
  await stranger.auth.register({ ...registration, email: 'honest@example.org', screenName: 'honest' })
  await portal.runJobs()
  const warnings = subjectsTo(boss.email).filter((subject) => /may be back/.test(subject ?? ''))
  expect(warnings).toHaveLength(2)
})

test('the audit event of closing holds no name, and messages to the member are emptied', async () => {
  const { id, email } = await anOwner({ firstName: 'Zorro' })
  await (await portal.as(boss.id)).members.sendWelcome({ memberId: id })
  await portal.runJobs()
  await close(id)
  await portal.runJobs()
  const event = portal.db.selectFrom('audit_events').selectAll().where('event', '=', 'account.closed')
  const [closed] = await event.where('subject_id', '=', id).execute()
  expect(closed?.data).toEqual({ cards: 0, grants: 0, certificates: 0, isSuspended: false, issueReports: 0 })
  const messages = () => portal.db.selectFrom('messages').selectAll().where('member_id', '=', id).execute()
  const welcome = (await messages()).find(({ template }) => template === 'welcome')
  expect(welcome).toMatchObject({ recipient: 'closed account', text: null, html: null })
  await portal.db
    .updateTable('members')
    .set({ closed_at: new Date(Date.now() - 31 * day) })
    .where('id', '=', id)
    .execute()
  await runForgetting()
  expect(JSON.stringify(await messages())).not.toContain(email)
})

test('details of the audit are emptied after 90 days, only of closed accounts and no sooner, and nothing else can be changed', async () => {
  const leaver = await anOwner()
  const stayer = await anOwner()
  for (const { id } of [leaver, stayer]) await (await portal.as(id)).profile.update({ firstName: 'Renamed' })
  await close(leaver.id)
  const eventsOf = (id: number) =>
    portal.db.selectFrom('audit_events').select(['event', 'data']).where('subject_id', '=', id).orderBy('id').execute()
  await runForgetting()
  expect(JSON.stringify(await eventsOf(leaver.id))).toContain('Renamed')
  const erase = (id: number) =>
    portal.db.updateTable('audit_events').set({ data: '{"erased": true}' }).where('subject_id', '=', id).execute()
  await expect(erase(leaver.id)).rejects.toThrow('append-only')
  await portal.db
    .updateTable('members')
    .set({ closed_at: new Date(Date.now() - 91 * day) })
    .where('id', '=', leaver.id)
    .execute()
  await expect(
    sql`update audit_events set event = 'x.y', data = '{"erased": true}' where subject_id = ${leaver.id}`.execute(
      portal.db,
    ),
  ).rejects.toThrow('append-only')
  await expect(erase(stayer.id)).rejects.toThrow('append-only')
  const before = (await eventsOf(leaver.id)).map(({ event }) => event)
  await runForgetting()
  expect(await eventsOf(leaver.id)).toEqual(before.map((event) => ({ event, data: { erased: true } })))
  expect(JSON.stringify(await eventsOf(stayer.id))).toContain('Renamed')
})

/** Starts each as soon as those before it wait for the row that is held, and lets all of them go on. */
const whileHeld = async (memberId: number, runs: readonly (() => Promise<unknown>)[]) => {
  const client = await portal.services.pool.connect()
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await client.query('begin')
  await client.query('select from members where id = $1 for no key update', [memberId])
  const answers: Promise<unknown>[] = []
  for (const run of runs) {
    answers.push(run())
    await expect.poll(async () => (await portal.services.pool.query(waiting)).rowCount).toBe(answers.length)
  }
  await client.query('commit')
  client.release()
  return Promise.allSettled(answers)
}

test('closing an account and moving its membership at once do not stop each other', async () => {
  const { id } = await anOwner({ state: 'noob' })
  const [staff, own] = [await portal.as(boss.id), await portal.as(id)]
  const outcomes = await whileHeld(id, [
    () => staff.members.makeMember({ memberId: id }),
    () => own.profile.closeAccount({ password, confirmation }),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect((await rowOf(id)).closed_at).not.toBeNull()
})

test('closing an account and moving many memberships at once do not stop each other', async () => {
  const { id } = await anOwner({ state: 'inactive' })
  const admin = await aMember(portal.db, { isAdmin: true, state: 'inactive' })
  const [staff, own] = [await portal.as(boss.id), await portal.as(id)]
  const input = { selection: { memberIds: [id, admin.id] }, move: 'activate' as const }
  const { fingerprint } = await staff.members.previewMoves(input)
  const [closed, moved] = await whileHeld(admin.id, [
    () => own.profile.closeAccount({ password, confirmation }),
    () => staff.members.moveMany({ ...input, fingerprint }),
  ])
  expect(closed?.status).toBe('fulfilled')
  // One of the members previewed is gone by then.
  expect(moved).toMatchObject({ status: 'rejected', reason: { code: 'previewOutdated' } })
})

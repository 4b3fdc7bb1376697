import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { untilLocksAwaited } from '#platform/db/waiting-locks.testing.ts'
import { settingsChanged } from '#platform/settings/settings.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { endForgottenVisits } from './visits.ts'

let portal: TestPortal
let now = new Date()
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})
afterAll(() => portal.close())

test('a member signs in on site with guests and out again', async () => {
  const { id } = await aMember(portal.db)
  const api = await portal.as(id)
  expect(await api.visits.check()).toBe(false)
  await api.visits.signIn({ guests: ['Kim', ''] })
  expect(await api.visits.check()).toMatchObject({ user_id: id, signout_date: null, guests: ['Kim', ''] })
  await api.visits.signOut()
  expect(await api.visits.check()).toBe(false)
})

test.each<[string, MemberFacts]>([
  ['a suspended member', { suspension: 'Banned.' }],
  ['an inactive member', { state: 'inactive' }],
  ['a new member', { state: 'noob' }],
  ['an account without membership', { state: 'accountonly' }],
])('%s cannot sign in on site', async (_, facts) => {
  const { id } = await aMember(portal.db, facts)
  const api = await portal.as(id)
  await expect(api.visits.signIn({ guests: [] })).rejects.toMatchObject({ code: 'memberOnly' })
  expect(await api.visits.check()).toBe(false)
})

test('a suspension ends the visit, and a member who signs in meanwhile is not on site after it', async () => {
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const members = await Promise.all(Array.from({ length: 6 }, () => aMember(portal.db)))
  for (const [index, { id: memberId }] of members.entries()) {
    const api = await portal.as(memberId)
    if (index % 2 === 0) await api.visits.signIn({ guests: [] })
    const signIn = api.visits.signIn({ guests: ['Kim'] }).catch(() => undefined)
    await Promise.all([signIn, admin.members.suspend({ memberId, reason: 'Talk to us.' })])
    expect(await api.visits.check()).toBe(false)
  }
  const ids = members.map(({ id }) => id)
  expect((await admin.visits.listOnSite()).people.filter(({ memberId }) => ids.includes(memberId ?? 0))).toEqual([])
})

test('a sign-in that waits for a suspension to be stored is refused', async () => {
  const { id } = await aMember(portal.db)
  const api = await portal.as(id)
  await api.visits.check()
  let answer: Promise<unknown> = Promise.resolve()
  await portal.db.transaction().execute(async (tx) => {
    const suspended = { suspended_at: now, suspension_reason: 'Talk to us.' }
    await tx.updateTable('members').set(suspended).where('id', '=', id).execute()
    answer = api.visits.signIn({ guests: [] }).catch((error: { code: string }) => error.code)
    await untilLocksAwaited(portal.db)
  })
  expect(await answer).toBe('memberOnly')
  expect(await portal.db.selectFrom('visits').selectAll().where('member_id', '=', id).execute()).toEqual([])
})

test('sign-ins for which no connection is left all work, though each reads settings that changed meanwhile', async () => {
  const other = await portal.another()
  onTestFinished(() => other.close())
  const members = await Promise.all(Array.from({ length: 8 }, () => aMember(portal.db)))
  const ids = members.map(({ id }) => id)
  const clients = await Promise.all(ids.map((id) => other.as(id)))
  for (const client of clients) expect(await client.visits.check()).toBe(false)
  const heard = Promise.withResolvers<undefined>()
  onTestFinished(other.services.live.on(settingsChanged, () => heard.resolve(undefined)))
  let signIns: Promise<unknown> = Promise.resolve()
  await portal.db.transaction().execute(async (tx) => {
    await tx.selectFrom('members').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
    signIns = Promise.all(clients.map((client) => client.visits.signIn({ guests: [] })))
    // As many as the pool has connections; the others wait for one.
    await untilLocksAwaited(portal.db, 6)
    await changeSetting(portal.ctx, { key: 'SITE_NAME', value: 'Meanwhile' })
    await heard.promise
  })
  await signIns
  const open = portal.db.selectFrom('visits').select('member_id').where('member_id', 'in', ids)
  expect(await open.where('signed_out_at', 'is', null).execute()).toHaveLength(8)
})

test('a member who signs in many times at once has one open visit', async () => {
  const { id } = await aMember(portal.db)
  const api = await portal.as(id)
  await Promise.all(Array.from({ length: 8 }, () => api.visits.signIn({ guests: [] })))
  const visits = await portal.db.selectFrom('visits').selectAll().where('member_id', '=', id).execute()
  expect(visits).toHaveLength(1)
})

test('signing in again replaces the guests and keeps the time of arrival', async () => {
  const { id } = await aMember(portal.db)
  const api = await portal.as(id)
  await api.visits.signIn({ guests: [] })
  const first = await api.visits.check()
  await api.visits.signIn({ guests: ['Lou'] })
  expect(await api.visits.check()).toEqual({ ...Object(first), guests: ['Lou'] })
})

test('signing out without being on site changes nothing and is not written down', async () => {
  const { id } = await aMember(portal.db)
  await (await portal.as(id)).visits.signOut()
  const events = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).execute()
  expect(events).toEqual([])
})

test('existing clients may leave the guests out, and send nothing at all when they sign out', async () => {
  const { id } = await aMember(portal.db)
  const token = await portal.sessionOf(id)
  const headers = { 'x-csrftoken': 'x', cookie: `sessionid=${token}; csrftoken=x` }
  const signIn = await portal.app.inject({ method: 'POST', url: '/api/sitesessions/signin/', headers, payload: {} })
  expect([signIn.statusCode, signIn.body]).toEqual([200, ''])
  const signOut = await portal.app.inject({
    method: 'PUT',
    url: '/api/sitesessions/signout/',
    headers: { ...headers, 'content-type': 'application/json' },
  })
  expect([signOut.statusCode, signOut.body]).toEqual([200, ''])
})

test('guests that are no list, or too many, are refused with the name of the field', async () => {
  const { id } = await aMember(portal.db)
  const api = await portal.as(id)
  const tooMany = api.visits.signIn({ guests: Array.from({ length: 21 }, () => '') })
  await expect(tooMany).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'guests', message: 'At most 20 guests.' }] },
  })
  expect(await api.visits.check()).toBe(false)
})

test('members see who is on site only while the site shows it; administrators and who looks after members always', async () => {
  const visitor = await aMember(portal.db, { nameChoice: 'fullName', firstName: 'Vi', lastName: 'Sitor' })
  await (await portal.as(visitor.id)).visits.signIn({ guests: ['Guest'] })
  const api = await portal.as((await aMember(portal.db)).id)
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const vi = expect.objectContaining({ name: 'Vi Sitor', guests: 1 })

  await expect(api.visits.listOnSite()).rejects.toMatchObject({ code: 'featureOff' })
  expect((await api.statistics.get()).on_site).toEqual({ members: [], count: 0 })
  expect((await admin.visits.listOnSite()).people).toContainEqual(vi)
  const secretary = await portal.as((await aMember(portal.db, { state: 'inactive', permissions: ['members'] })).id)
  expect((await secretary.visits.listOnSite()).people).toContainEqual(vi)
  const keeper = await portal.as((await aMember(portal.db, { state: 'inactive', permissions: ['access'] })).id)
  await expect(keeper.visits.listOnSite()).rejects.toMatchObject({ code: 'memberOnly' })

  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_MEMBERS_ON_SITE', value: true })
  await expect.poll(async () => (await api.visits.listOnSite()).people).toContainEqual(vi)
  expect((await api.statistics.get()).on_site.members).toContain('Vi Sitor')
})

test('a member who forgets to sign out is signed out after a day, and one who came later stays', async () => {
  const start = now
  const [forgetful, recent] = [await aMember(portal.db), await aMember(portal.db)]
  await (await portal.as(forgetful.id)).visits.signIn({ guests: [] })
  now = new Date(start.getTime() + 60_000)
  await (await portal.as(recent.id)).visits.signIn({ guests: ['Kim'] })
  now = new Date(start.getTime() + 24 * 60 * 60 * 1000)
  try {
    await endForgottenVisits(portal.ctx)
    await endForgottenVisits(portal.ctx)
    expect(await (await portal.as(forgetful.id)).visits.check()).toBe(false)
    expect(await (await portal.as(recent.id)).visits.check()).toMatchObject({ guests: ['Kim'] })
    const told = await portal.db
      .selectFrom('audit_events')
      .select(['event', 'actor_kind'])
      .where('subject_id', 'in', [forgetful.id, recent.id])
      .where('event', '=', 'visit.forgotten')
      .execute()
    expect(told).toEqual([{ event: 'visit.forgotten', actor_kind: 'system' }])
  } finally {
    now = start
  }
})

test('a forgotten visit that can’t be ended keeps no other from being ended, and its job fails', async () => {
  const start = now
  const [broken, other] = [await aMember(portal.db), await aMember(portal.db)]
  await (await portal.as(broken.id)).visits.signIn({ guests: [] })
  now = new Date(start.getTime() + 60_000)
  await (await portal.as(other.id)).visits.signIn({ guests: [] })
  now = new Date(start.getTime() + 25 * 60 * 60 * 1000)
  onTestFinished(() => {
    now = start
  })
  const stays = `check (member_id <> ${broken.id} or signed_out_at is null)`
  await portal.runAsOwner(`alter table visits add constraint broken ${stays} not valid`)
  await expect(endForgottenVisits(portal.ctx)).rejects.toThrow(`1 could not be worked through: member ${broken.id}`)
  expect(await (await portal.as(other.id)).visits.check()).toBe(false)
  await portal.runAsOwner('alter table visits drop constraint broken')
  await endForgottenVisits(portal.ctx)
  expect(await (await portal.as(broken.id)).visits.check()).toBe(false)
})

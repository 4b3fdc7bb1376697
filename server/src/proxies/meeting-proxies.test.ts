import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '#platform/pdf/read-pdf.testing.ts'
import { cleanUp } from '#platform/retention/clean-up.ts'
import { aProxy } from './factory.ts'
import { proxyPersonalData, proxyRetentions } from './personal-data.ts'
import { type ProxyScene, startProxyScene } from './proxies.testing.ts'

let scene: ProxyScene
let staff: Awaited<ReturnType<ProxyScene['person']>>
beforeAll(async () => {
  scene = await startProxyScene()
  staff = await scene.person('Stef', { permissions: ['meetings'] })
})
afterAll(() => scene.portal.close())

const paper = (meetingId: number, { member, proxy }: { member: number; proxy: number }) => ({
  meetingId,
  member,
  proxy,
  memberCity: 'Brisbane',
  proxyCity: 'Ipswich',
})

test('staff record a proxy from paper, which counts at once, also after they closed for members', async () => {
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy', { isHidden: true })]
  const meetingId = await scene.meeting({ startsAt: scene.inHours(2) })
  await staff.client.proxies.recordPaper(paper(meetingId, { member: bo.id, proxy: cy.id }))
  await staff.client.proxies.recordPaper(paper(meetingId, { member: bo.id, proxy: cy.id }))
  expect(await staff.client.proxies.listOfMeeting({ meetingId })).toMatchObject({
    counting: 1,
    waiting: 0,
    obstacle: null,
    isFeatureOn: true,
    proxies: [{ memberName: 'Bo Berg', holderName: 'Cy Berg', state: 'counts', recordedBy: 'Stef Berg' }],
  })
  const subjects = async (id: number) => (await scene.mailsTo(id)).map(({ subject }) => subject)
  expect([await subjects(bo.id), await subjects(cy.id)]).toEqual([['Cy Berg votes for you'], ['You vote for Bo Berg']])
})

test('a paper proxy takes the place of one that waits or counts, and is kept to the rules', async () => {
  const [bo, cy, di] = [await scene.person('Bo'), await scene.person('Cy'), await scene.person('Di')]
  const meetingId = await scene.meeting()
  await bo.client.proxies.give(scene.form(meetingId, cy.id))
  await staff.client.proxies.recordPaper(paper(meetingId, { member: bo.id, proxy: cy.id }))
  expect(await scene.proxiesOf(meetingId)).toMatchObject([{ holder_id: cy.id, accepted_at: scene.clock.now }])
  await staff.client.proxies.recordPaper(paper(meetingId, { member: bo.id, proxy: di.id }))
  expect(await scene.proxiesOf(meetingId)).toMatchObject([{ end_reason: 'replaced' }, { holder_id: di.id }])
  const refused = (member: number, proxy: number) =>
    staff.client.proxies.recordPaper(paper(meetingId, { member, proxy })).catch((error: unknown) => error)
  expect(await refused(di.id, cy.id)).toMatchObject({ body: { fields: [{ field: 'member' }] } })
  expect(await refused(cy.id, bo.id)).toMatchObject({
    body: { fields: [{ field: 'proxy', message: expect.stringMatching(/^Bo Berg has given a proxy/) }] },
  })
  expect(await refused(cy.id, cy.id)).toMatchObject({ body: { fields: [{ field: 'proxy' }] } })
  await expect(
    staff.client.proxies.recordPaper({ ...paper(meetingId, { member: cy.id, proxy: di.id }), memberCity: ' ' }),
  ).rejects.toMatchObject({
    body: { fields: [{ field: 'memberCity', message: 'Enter the city the member lives in.' }] },
  })
})

test('staff remove a proxy with a reason that both members read', async () => {
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy')]
  const meetingId = await scene.meeting()
  const { id: proxyId } = await aProxy(scene.portal.db, { meetingId, memberId: bo.id, holderId: cy.id })
  await expect(staff.client.proxies.remove({ proxyId, reason: ' ' })).rejects.toMatchObject({
    body: { fields: [{ field: 'reason', message: 'Say why, for the two members.' }] },
  })
  await staff.client.proxies.remove({ proxyId, reason: 'Not signed.' })
  for (const { id } of [bo, cy]) expect((await scene.mailsTo(id))[0]?.text).toContain('Not signed.')
  expect((await bo.client.proxies.listOwn()).given).toMatchObject([{ state: 'removed', endWords: 'Not signed.' }])
  await expect(staff.client.proxies.remove({ proxyId, reason: 'Again' })).rejects.toMatchObject({
    code: 'proxySettled',
  })
})

test('staff find members by their full names, with a word about those who can’t vote', async () => {
  const on = await scene.person('Xenia')
  const off = await scene.person('Xenios')
  const meetingId = await scene.meeting({ rollFrozenAt: scene.clock.now })
  await scene.portal.db.insertInto('meeting_roll').values({ meeting_id: meetingId, member_id: on.id }).execute()
  expect(await staff.client.proxies.listPeople({ meetingId, text: 'xeni' })).toEqual([
    { id: on.id, name: 'Xenia Berg', isOnRoll: true },
    { id: off.id, name: 'Xenios Berg', isOnRoll: false },
  ])
  await expect(on.client.proxies.listPeople({ meetingId, text: '' })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(staff.client.proxies.listPeople({ meetingId: 999_999, text: '' })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('the letter is printed with real dates, empty or filled in, for its members and staff alone', async () => {
  const [bo, cy, di] = [await scene.person('Bo'), await scene.person('Cy'), await scene.person('Di')]
  const meetingId = await scene.meeting({ type: 'agm' })
  await bo.client.proxies.give(scene.form(meetingId, cy.id))
  const [row] = await scene.proxiesOf(meetingId)
  const proxyId = row?.id ?? 0
  const words = (file: { content: Buffer }) => readPdf(file.content).replaceAll(/\s+/g, ' ')
  const blank = words(await di.client.proxies.getBlankForm({ meetingId }))
  expect(blank).toMatch(/Annual general meeting on Friday,? 5 June 2026/)
  expect(blank).toContain('I, ____________________, of ____________________')
  const own = words(await bo.client.proxies.getForm({ proxyId }))
  expect(own).toContain('I, Bo Berg, of Brisbane')
  expect(own).toContain('Dated 1 June 2026')
  // Who has not agreed yet is not named.
  expect(own).not.toContain('Cy Berg')
  expect(words(await cy.client.proxies.getForm({ proxyId }))).toContain('Cy Berg, of Ipswich')
  expect(words(await staff.client.proxies.getForm({ proxyId }))).toContain('Cy Berg, of Ipswich')
  await expect(di.client.proxies.getForm({ proxyId })).rejects.toMatchObject({ code: 'notFound' })
  const other = await scene.person('محمد')
  await cy.client.proxies.give(scene.form(await scene.meeting(), other.id))
  const [given] = await scene.portal.db.selectFrom('proxies').select('id').where('holder_id', '=', other.id).execute()
  expect(words(await other.client.proxies.getForm({ proxyId: given?.id ?? 0 }))).toContain('appoint محمد Berg, of')
})

test('closing an account ends its proxies, tells the other side and leaves no city', async () => {
  const email = 'cy.leaves@example.org'
  const [bo, cy, di] = [await scene.person('Bo'), await scene.person('Cy', { email }), await scene.person('Di')]
  const meetingId = await scene.meeting()
  const { db } = scene.portal
  await aProxy(db, { meetingId, memberId: bo.id, holderId: cy.id })
  const past = await scene.meeting({
    startsAt: scene.inHours(-100),
    closedAt: scene.inHours(-98),
    openedAt: scene.inHours(-100),
  })
  await aProxy(db, { meetingId: past, memberId: cy.id, holderId: di.id })
  const admin = await scene.person('Ada', { isAdmin: true })
  await admin.client.profile.closeMember({ memberId: cy.id, confirmation: email })
  expect(await scene.proxiesOf(meetingId)).toMatchObject([{ end_reason: 'declined' }])
  expect((await scene.mailsTo(bo.id)).map(({ template }) => template)).toEqual(['proxyAnswered'])
  const cities = await db
    .selectFrom('proxies')
    .select(['member_city', 'holder_city', 'end_reason'])
    .where('meeting_id', '=', past)
    .execute()
  expect(cities).toEqual([{ member_city: '', holder_city: 'Brisbane', end_reason: null }])
})

test('proxies are deleted so long after their meeting, and members take theirs along', async () => {
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy')]
  const { db } = scene.portal
  const [old, fresh] = [await scene.meeting({ startsAt: scene.inHours(-24 * 1100) }), await scene.meeting()]
  for (const meetingId of [old, fresh]) await aProxy(db, { meetingId, memberId: bo.id, holderId: cy.id })
  const lists = proxyPersonalData.lists ?? []
  const rows: object[] = []
  for (const list of lists) for await (const page of list.read(scene.portal.ctx, cy.id)) rows.push(...page)
  expect(rows).toMatchObject([{ role: 'proxy', city: 'Brisbane', meeting: 'general' }, { role: 'proxy' }])
  await cleanUp(scene.portal.ctx, proxyRetentions)
  expect([await scene.proxiesOf(old), (await scene.proxiesOf(fresh)).length]).toEqual([[], 1])
})

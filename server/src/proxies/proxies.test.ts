import { afterAll, beforeAll, expect, test } from 'vitest'
import { decrypt } from '#platform/secrets/encryption.ts'
import { aProxy } from './factory.ts'
import { type ProxyScene, startProxyScene } from './proxies.testing.ts'
import { askAgain } from './reminders.ts'

let scene: ProxyScene
beforeAll(async () => {
  scene = await startProxyScene()
})
afterAll(() => scene.portal.close())

const refusedAt = (field: string, message: RegExp | string) => ({
  code: 'badInput',
  body: { fields: [{ field, message: typeof message === 'string' ? message : expect.stringMatching(message) }] },
})

test('a member asks another one, who accepts; both are mailed, and it counts from then on', async () => {
  const { form } = scene
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy', { screenName: 'cyborg' })]
  const meetingId = await scene.meeting({ type: 'agm' })
  expect(await bo.client.proxies.give(form(meetingId, cy.id))).toEqual({ success: true })
  expect(await bo.client.proxies.list()).toMatchObject([{ name: 'cyborg', type: 'Annual General', state: 'waiting' }])
  expect((await scene.mailsTo(bo.id)).map(({ subject }) => subject)).toEqual(['You asked cyborg to vote for you'])
  const [asked] = await scene.mailsTo(cy.id)
  expect(asked).toMatchObject({ template: 'proxyAsked', subject: 'Bo Berg asks you to vote for them', is_secret: true })

  const { held } = await cy.client.proxies.listOwn()
  expect(held).toMatchObject([{ name: 'Bo Berg', state: 'waiting', refusal: null, isOpen: true }])
  await cy.client.proxies.answer({ proxyId: held[0]?.id ?? 0, isAccepted: true })
  await cy.client.proxies.answer({ proxyId: held[0]?.id ?? 0, isAccepted: true })
  expect((await bo.client.proxies.listOwn()).given).toMatchObject([{ name: 'Cy Berg', state: 'counts' }])
  expect((await scene.mailsTo(bo.id)).map(({ subject }) => subject)).toEqual(['Cy Berg votes for you'])
  const events = await scene.portal.db
    .selectFrom('audit_events')
    .select(['event', 'subject_id'])
    .where('event', 'like', 'proxy.%')
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { event: 'proxy.given', subject_id: bo.id },
    { event: 'proxy.accepted', subject_id: bo.id },
  ])
})

test('the link in the email answers without a login, and says later how it was answered', async () => {
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy')]
  const meetingId = await scene.meeting()
  await bo.client.proxies.give(scene.form(meetingId, cy.id))
  const [asked] = await scene.mailsTo(cy.id)
  const text = decrypt(scene.portal.services.secretKey, asked?.text ?? '')
  const token = /\/proxy\/([\w-]+)/.exec(text)?.[1] ?? ''
  const stranger = await scene.portal.as(null)
  expect(await stranger.proxies.getRequest({ token })).toMatchObject({
    principalName: 'Bo Berg',
    holderName: 'Cy Berg',
    state: 'waiting',
    obstacle: null,
  })
  await stranger.proxies.answerRequest({ token, isAccepted: true })
  expect(await stranger.proxies.getRequest({ token })).toMatchObject({ state: 'counts' })
  await stranger.proxies.answerRequest({ token, isAccepted: false })
  expect(await stranger.proxies.getRequest({ token })).toMatchObject({ state: 'declined' })
  await stranger.proxies.answerRequest({ token, isAccepted: false })
  await expect(stranger.proxies.answerRequest({ token, isAccepted: true })).rejects.toMatchObject({
    code: 'proxySettled',
  })
  await expect(stranger.proxies.getRequest({ token: 'guessed' })).rejects.toMatchObject({ code: 'invalidLink' })
})

test('the link ends with the address it was mailed to, and a holder who has not answered is asked at the new one', async () => {
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy')]
  await bo.client.proxies.give(scene.form(await scene.meeting(), cy.id))
  const tokenIn = async () => {
    const [asked, ...others] = await scene.mailsTo(cy.id)
    expect(others).toEqual([])
    const text = decrypt(scene.portal.services.secretKey, asked?.text ?? '')
    return /\/proxy\/([\w-]+)/.exec(text)?.[1] ?? ''
  }
  const before = await tokenIn()
  await scene.mailsTo(bo.id)
  await scene.portal.db.updateTable('members').set({ email: 'cy-new@example.org' }).where('id', '=', cy.id).execute()
  const stranger = await scene.portal.as(null)
  const answer = { token: before, isAccepted: true }
  await expect(stranger.proxies.answerRequest(answer)).rejects.toMatchObject({ code: 'invalidLink' })
  await askAgain(scene.portal.ctx)
  await askAgain(scene.portal.ctx)
  await stranger.proxies.answerRequest({ token: await tokenIn(), isAccepted: true })
  expect((await scene.mailsTo(bo.id)).map(({ template }) => template)).toEqual(['proxyAnswered'])
})

test.each([
  ['memberCity', 'Enter the city you live in.'],
  ['proxy', 'Choose the member who votes for you.'],
  ['proxyCity', 'Enter the city your proxy lives in.'],
  ['meeting', 'Choose the meeting.'],
])('a form without %s is refused in words, and nothing changes', async (field, message) => {
  const [bo, cy, di] = [await scene.person('Bo'), await scene.person('Cy'), await scene.person('Di')]
  const meetingId = await scene.meeting()
  await bo.client.proxies.give(scene.form(meetingId, cy.id))
  const complete = scene.form(meetingId, di.id)
  for (const wrong of ['', undefined, null]) {
    const form = { ...complete, [field]: wrong }
    await expect(bo.client.proxies.give(form)).rejects.toMatchObject(refusedAt(field, message))
  }
  expect(await scene.proxiesOf(meetingId)).toMatchObject([{ holder_id: cy.id, ended_at: null }])
})

test('a new proxy replaces the old one only once it is accepted, and what is refused replaces nothing', async () => {
  const [bo, cy, di] = [await scene.person('Bo'), await scene.person('Cy'), await scene.person('Di')]
  const meetingId = await scene.meeting()
  const state = async () =>
    (await scene.proxiesOf(meetingId)).map((row) => [row.holder_id, row.end_reason ?? (row.accepted_at && 'counts')])
  await bo.client.proxies.give(scene.form(meetingId, cy.id))
  await cy.client.proxies.answer({ proxyId: (await cy.client.proxies.listOwn()).held[0]?.id ?? 0, isAccepted: true })
  await expect(bo.client.proxies.give(scene.form(meetingId, bo.id))).rejects.toMatchObject(
    refusedAt('proxy', /own proxy/),
  )
  await bo.client.proxies.give(scene.form(meetingId, di.id))
  await bo.client.proxies.give(scene.form(meetingId, di.id))
  expect(await state()).toEqual([
    [cy.id, 'counts'],
    [di.id, null],
  ])
  await scene.mailsTo(cy.id)
  await di.client.proxies.answer({ proxyId: (await di.client.proxies.listOwn()).held[0]?.id ?? 0, isAccepted: true })
  expect(await state()).toEqual([
    [cy.id, 'replaced'],
    [di.id, 'counts'],
  ])
  expect((await scene.mailsTo(cy.id)).map(({ template }) => template)).toEqual(['proxyEnded'])
  expect(await bo.client.proxies.list()).toHaveLength(1)
})

test('no proxy is passed on, neither by giving nor by accepting', async () => {
  const [ann, bo, cy] = [await scene.person('Ann'), await scene.person('Bo'), await scene.person('Cy')]
  const meetingId = await scene.meeting()
  const heldBy = async (who: typeof ann) => (await who.client.proxies.listOwn()).held[0]?.id ?? 0
  await ann.client.proxies.give(scene.form(meetingId, bo.id))
  await bo.client.proxies.give(scene.form(meetingId, ann.id))
  await bo.client.proxies.answer({ proxyId: await heldBy(bo), isAccepted: true })
  // A circle of two: the second half can't be accepted any more.
  const back = await ann.client.proxies.listOwn()
  expect(back.held[0]?.refusal).toMatch(/^Bo Berg holds proxies/)
  await expect(ann.client.proxies.answer({ proxyId: back.held[0]?.id ?? 0, isAccepted: true })).rejects.toMatchObject({
    code: 'proxyRefused',
    body: { detail: expect.stringMatching(/holds proxies/) },
  })
  await expect(bo.client.proxies.give(scene.form(meetingId, cy.id))).rejects.toMatchObject(
    refusedAt('meeting', /You hold a proxy .* Give it back first/),
  )
  await expect(cy.client.proxies.give(scene.form(meetingId, ann.id))).rejects.toMatchObject(
    refusedAt('proxy', /has given a proxy for this meeting themselves/),
  )
  const chance = (await bo.client.proxies.listOwn()).meetings.find(({ id }) => id === meetingId)
  expect(chance?.refusal).toMatch(/You hold a proxy/)
})

test('only members on the roll give and hold proxies, frozen or not, and hidden ones are not found out', async () => {
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy')]
  const gone = await scene.person('Gus', { state: 'inactive' })
  const hidden = await scene.person('Hal', { isHidden: true })
  const before = await scene.meeting()
  for (const other of [gone, hidden, { id: 999_999 }])
    await expect(bo.client.proxies.give(scene.form(before, other.id))).rejects.toMatchObject(
      refusedAt('proxy', 'This member can’t vote at this meeting, so they can’t vote for you. Choose another one.'),
    )
  await expect(gone.client.proxies.give(scene.form(before, bo.id))).rejects.toMatchObject({ code: 'memberOnly' })
  const frozen = await scene.meeting({ rollFrozenAt: scene.clock.now })
  await scene.portal.db.insertInto('meeting_roll').values({ meeting_id: frozen, member_id: bo.id }).execute()
  await expect(bo.client.proxies.give(scene.form(frozen, cy.id))).rejects.toMatchObject(
    refusedAt('proxy', /can’t vote/),
  )
  await scene.portal.db.insertInto('meeting_roll').values({ meeting_id: frozen, member_id: cy.id }).execute()
  expect(await bo.client.proxies.give(scene.form(frozen, cy.id))).toEqual({ success: true })
})

test('a member who is not active gives no proxy, and still ends what they gave or hold', async () => {
  const [gone, away] = [
    await scene.person('Gus', { state: 'inactive' }),
    await scene.person('Ann', { suspension: 'Banned.' }),
  ]
  const meetingId = await scene.meeting()
  await aProxy(scene.portal.db, { meetingId, memberId: gone.id, holderId: away.id })
  await expect(gone.client.proxies.list()).rejects.toMatchObject({ status: 403, code: 'memberOnly' })
  const [given] = (await gone.client.proxies.listOwn()).given
  expect(given).toMatchObject({ state: 'counts', isOpen: true })
  await gone.client.proxies.withdraw({ proxyId: given?.id ?? 0 })
  await aProxy(scene.portal.db, { meetingId, memberId: gone.id, holderId: away.id })
  const [held] = (await away.client.proxies.listOwn()).held
  await away.client.proxies.answer({ proxyId: held?.id ?? 0, isAccepted: false })
  expect((await scene.proxiesOf(meetingId)).map((row) => row.end_reason)).toEqual(['withdrawn', 'declined'])
})

test('meetings that are past, begun, cancelled or closed for proxies are refused', async () => {
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy')]
  const now = scene.clock.now
  const meetings = [
    [await scene.meeting({ startsAt: scene.inHours(-48) }), /over/],
    [await scene.meeting({ openedAt: now }), /begun/],
    [await scene.meeting({ cancelledAt: now }), /cancelled/],
    [await scene.meeting({ startsAt: scene.inHours(23) }), /closed/],
    [999_999, /still to come/],
  ] as const
  for (const [id, words] of meetings)
    await expect(bo.client.proxies.give(scene.form(id, cy.id))).rejects.toMatchObject(refusedAt('meeting', words))
})

test('a proxy counts at once where none has to be accepted', async () => {
  const [bo, cy, di] = [await scene.person('Bo'), await scene.person('Cy'), await scene.person('Di')]
  const meetingId = await scene.meeting()
  await scene.set('PROXY_HOLDER_ACCEPTS', false)
  await expect.poll(() => scene.portal.ctx.settings.get('PROXY_HOLDER_ACCEPTS')).toBe(false)
  await bo.client.proxies.give(scene.form(meetingId, cy.id))
  expect((await scene.mailsTo(cy.id)).map(({ subject }) => subject)).toEqual(['You vote for Bo Berg'])
  await bo.client.proxies.give(scene.form(meetingId, di.id))
  expect(await scene.proxiesOf(meetingId)).toMatchObject([
    { holder_id: cy.id, end_reason: 'replaced' },
    { holder_id: di.id, end_reason: null, accepted_at: scene.clock.now },
  ])
  await scene.set('PROXY_HOLDER_ACCEPTS', true)
  await expect.poll(() => scene.portal.ctx.settings.get('PROXY_HOLDER_ACCEPTS')).toBe(true)
})

test('existing clients withdraw at both addresses; only the principal may, and twice is once', async () => {
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy')]
  for (const withdraw of ['withdraw', 'withdrawRelative'] as const) {
    const meetingId = await scene.meeting()
    await bo.client.proxies.give(scene.form(meetingId, cy.id))
    const [row] = await scene.proxiesOf(meetingId)
    const proxyId = row?.id ?? 0
    await expect(cy.client.proxies[withdraw]({ proxyId })).rejects.toMatchObject({ status: 403 })
    await scene.mailsTo(cy.id)
    await bo.client.proxies[withdraw]({ proxyId })
    await bo.client.proxies[withdraw]({ proxyId })
    expect(await scene.proxiesOf(meetingId)).toMatchObject([{ end_reason: 'withdrawn' }])
    expect((await scene.mailsTo(cy.id)).map(({ template }) => template)).toEqual(['proxyEnded'])
  }
  await expect(bo.client.proxies.withdraw({ proxyId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('members are listed by the names they show, without those who hide', async () => {
  const bo = await scene.person('Bo')
  await scene.person('Quentin', { screenName: 'quill', nameChoice: 'screenName' })
  await scene.person('Quirin', { screenName: 'quiet', isHidden: true })
  await scene.person('Quodlibet', { screenName: 'quod', state: 'inactive' })
  const found = await bo.client.proxies.listMembers({ text: 'qui' })
  expect(found).toEqual([{ id: expect.any(Number), name: 'quill', screenName: 'quill', letterName: 'quill' }])
  expect(await bo.client.proxies.listMembers({ text: 'quentin' })).toEqual([])
  expect((await bo.client.proxies.listMembers({})).length).toBeGreaterThan(5)
  expect(await bo.client.proxies.listMembers({ limit: 2 })).toHaveLength(2)
})

test('while proxies are turned off nothing can be given, and what was given can be withdrawn', async () => {
  const [bo, cy] = [await scene.person('Bo'), await scene.person('Cy')]
  const meetingId = await scene.meeting()
  await bo.client.proxies.give(scene.form(meetingId, cy.id))
  await scene.set('ENABLE_PROXY_VOTING', false)
  await expect.poll(() => scene.portal.ctx.settings.get('ENABLE_PROXY_VOTING')).toBe(false)
  await expect(bo.client.proxies.give(scene.form(meetingId, cy.id))).rejects.toMatchObject({ code: 'featureOff' })
  await expect(bo.client.proxies.list()).rejects.toMatchObject({ code: 'featureOff' })
  await bo.client.proxies.withdraw({ proxyId: (await scene.proxiesOf(meetingId))[0]?.id ?? 0 })
  await scene.set('ENABLE_PROXY_VOTING', true)
  await expect.poll(() => scene.portal.ctx.settings.get('ENABLE_PROXY_VOTING')).toBe(true)
})

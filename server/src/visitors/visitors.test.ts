import type { agreementsApi } from '@spacekeeper/contract/agreements/routes.ts'
import type { SentInput } from '@spacekeeper/contract/route.ts'
import type { VisitorForm, VisitorPass } from '@spacekeeper/contract/visitors/shapes.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readPdf } from '#platform/pdf/read-pdf.testing.ts'
import { cleanUp } from '#platform/retention/clean-up.ts'
import { openBrowser } from '../auth/browser.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aKiosk } from '../kiosks/factory.ts'
import { aMember } from '../members/factory.ts'
import { shownAddressOf } from '../messages/shown-address.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { setTo } from '../settings/changed-setting.testing.ts'
import { visitorRetentions } from './personal-data.ts'
import { endForgottenVisitors } from './visitors.ts'

const clock = { now: new Date('2026-11-23T10:00:00Z') }
let portal: TestPortal
let staff: TestClient
let anyone: TestClient
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  await setTo(portal, 'ENABLE_VISITORS', true)
  staff = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  anyone = await portal.as(null)
})
afterEach(async () => {
  await setTo(portal, 'VISITORS_WITHOUT_KIOSK', false)
  await setTo(portal, 'VISITORS_NEED_HOST', false)
})
afterAll(() => portal.close())

/** A member who is on site. */
const aHost = async (facts: Parameters<typeof aMember>[1] = {}) => {
  const { id, email } = await aMember(portal.db, facts)
  const api = await portal.as(id)
  await api.visits.signIn({ guests: [] })
  return { id, email, api }
}

/** The screen at the entrance. */
const aScreen = async () => {
  const kiosk = await aKiosk(portal.db)
  const screen = openBrowser(portal.app)
  screen.cookies.set('kiosk', kiosk.claim)
  const get = async <T>(path: string) => {
    const answer = await screen.get(path)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<T>()
  }
  const signIn = (body: Record<string, unknown>) => screen.post('/api/visitors/', body)
  const arrive = async (body: Record<string, unknown>) => {
    const answer = await signIn(body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<VisitorPass>()
  }
  const hosts = async (text: string, visitorName = '') =>
    (
      await get<{ hosts: { id: number; name: string }[] }>(
        `/api/visitors/hosts/?text=${encodeURIComponent(text)}&visitorName=${encodeURIComponent(visitorName)}`,
      )
    ).hosts
  return { kiosk, screen, get, signIn, arrive, hosts, form: () => get<VisitorForm>('/api/visitors/form/') }
}

test('a visitor signs in at a kiosk, the host is told, and both see it', async () => {
  const host = await aHost({ screenName: 'Tinker Tess' })
  const { arrive, hosts } = await aScreen()
  expect(await hosts('tin')).toEqual([{ id: host.id, name: 'Tinker Tess' }])
  const pass = await arrive({ name: 'Robin Hood', email: 'robin@example.org', hostId: host.id })
  expect(pass).toMatchObject({ name: 'Robin Hood', hostName: 'Tinker Tess', leftAt: null })
  const { here } = await host.api.visitors.listOwn()
  expect(here).toMatchObject([{ name: 'Robin Hood' }])
  const mail = await portal.db
    .selectFrom('messages')
    .select([shownAddressOf('messages').as('recipient'), 'subject'])
    .where('template', '=', 'visitorArrived')
    .where('member_id', '=', host.id)
    .execute()
  expect(mail).toEqual([{ recipient: host.email, subject: 'Robin Hood is here' }])
  const onSite = await staff.visits.listOnSite()
  expect(onSite.visitors).toContainEqual(expect.objectContaining({ name: 'Robin Hood' }))
  await host.api.visitors.signOut({ visitorId: here[0]?.id ?? 0 })
  expect(await anyone.visitors.getPass({ code: pass.code })).toMatchObject({ leftAt: clock.now.toISOString() })
})

test('without a kiosk, a pass or the poster no one signs in as a visitor', async () => {
  await expect(anyone.visitors.getForm({})).rejects.toMatchObject({ code: 'visitorsAtKiosk' })
  await expect(anyone.visitors.signIn({ name: 'Robin' })).rejects.toMatchObject({ code: 'visitorsAtKiosk' })
  await expect(anyone.visitors.findHosts({ text: 'ti' })).rejects.toMatchObject({ code: 'visitorsAtKiosk' })
  await expect(anyone.visitors.findHere({ text: 'ro' })).rejects.toMatchObject({ code: 'visitorsAtKiosk' })
  await setTo(portal, 'VISITORS_WITHOUT_KIOSK', true)
  expect(await anyone.visitors.getForm({})).toMatchObject({ isKiosk: false, phoneAddress: null })
})

test('a phone signs in with what a kiosk shows, for half an hour and while it is a kiosk', async () => {
  const { form, kiosk } = await aScreen()
  const kioskPass = new URL((await form()).phoneAddress ?? '').searchParams.get('kioskPass') ?? ''
  expect(await anyone.visitors.signIn({ name: 'Phoebe', kioskPass })).toMatchObject({ name: 'Phoebe' })
  const before = clock.now
  clock.now = new Date(before.getTime() + 40 * 60_000)
  await expect(anyone.visitors.getForm({ kioskPass })).rejects.toMatchObject({ code: 'visitorsAtKiosk' })
  clock.now = before
  await portal.db.deleteFrom('kiosks').where('id', '=', kiosk.id).execute()
  await expect(anyone.visitors.getForm({ kioskPass })).rejects.toMatchObject({ code: 'visitorsAtKiosk' })
})

test('hidden members and those who are not on site cannot be found or named', async () => {
  await aHost({ screenName: 'Hush Hilda', isHidden: true })
  const away = await aMember(portal.db, { screenName: 'Away Alf' })
  const { hosts, screen, signIn } = await aScreen()
  expect(await hosts('hilda')).toEqual([])
  expect(await hosts('alf')).toEqual([])
  expect((await signIn({ name: 'Robin', hostId: away.id })).json().fields).toEqual([
    { field: 'hostId', message: 'This member isn’t on site any more. Search again.' },
  ])
  for (const text of ['a', ' ', 'a b', '%%'])
    expect((await screen.get(`/api/visitors/hosts/?text=${encodeURIComponent(text)}`)).statusCode).toBe(400)
})

test('a member who expects a visitor is found by them, and the visitor keeps the code of the invitation', async () => {
  const { id } = await aMember(portal.db, { screenName: 'Expecting Eddi' })
  const api = await portal.as(id)
  const { code } = await api.visitors.expect({ name: 'Zoë Möller', email: 'z@example.org', expectedOn: '2026-11-23' })
  const { hosts, arrive } = await aScreen()
  expect(await hosts('eddi')).toEqual([])
  expect(await hosts('eddi', 'zoe moller')).toEqual([{ id, name: 'Expecting Eddi' }])
  const invited = await anyone.visitors.getForm({ invitation: code })
  expect(invited.expected).toEqual({ name: 'Zoë Möller', hostName: 'Expecting Eddi' })
  expect(await arrive({ name: 'zoe moller', hostId: id })).toMatchObject({ code })
  await expect(anyone.visitors.getForm({ invitation: code })).rejects.toMatchObject({ code: 'visitorsAtKiosk' })
  const mails = portal.db.selectFrom('messages').select('recipient').where('template', '=', 'visitorInvited')
  expect(await mails.execute()).toEqual([{ recipient: 'z@example.org' }])
})

test('an announcement can be taken back by its host alone', async () => {
  const api = await portal.as((await aMember(portal.db)).id)
  const other = await portal.as((await aMember(portal.db)).id)
  await api.visitors.expect({ name: 'Kim', expectedOn: '2026-11-24' })
  const [kim] = (await api.visitors.listOwn()).expected
  await expect(other.visitors.cancel({ visitorId: kim?.id ?? 0 })).rejects.toMatchObject({ code: 'notFound' })
  await api.visitors.cancel({ visitorId: kim?.id ?? 0 })
  expect((await api.visitors.listOwn()).expected).toEqual([])
})

test('visitors agree to the text as it reads, and its version is kept', async () => {
  const wording: SentInput<typeof agreementsApi.create> = {
    title: 'Visitors’ rules',
    text: 'Touch nothing that hums.',
    inForceFrom: '2026-11-23',
    requiredOf: 'visitors',
  }
  const { id: agreementId } = await staff.agreements.create(wording)
  const member = await portal.as((await aMember(portal.db)).id)
  expect((await member.agreements.listOwn()).due).toEqual([])
  const { form, arrive, signIn } = await aScreen()
  const { agreements } = await form()
  expect(agreements).toMatchObject([{ title: 'Visitors’ rules' }])
  expect((await signIn({ name: 'Rita', versionIds: [] })).json()).toMatchObject({ code: 'agreementChanged' })
  await arrive({ name: 'Rita', versionIds: agreements.map(({ versionId }) => versionId) })
  const { visitors } = await staff.visitors.list({ text: 'rita' })
  expect(visitors).toMatchObject([{ name: 'Rita', agreed: [{ title: 'Visitors’ rules', version: 1 }] }])
  await staff.agreements.setArchived({ agreementId, isArchived: true })
})

test('a space can ask for a host', async () => {
  await setTo(portal, 'VISITORS_NEED_HOST', true)
  const { signIn } = await aScreen()
  expect((await signIn({ name: 'Hostless' })).json().fields).toEqual([
    { field: 'hostId', message: 'Choose the member you visit.' },
  ])
})

test('pressing twice signs in once', async () => {
  const { signIn } = await aScreen()
  const idempotencyKey = 'a-press-of-the-button'
  const answers = await Promise.all([1, 2, 3].map(() => signIn({ name: 'Twice Told', idempotencyKey })))
  expect(new Set(answers.map((answer) => answer.json().code)).size).toBe(1)
  expect((await staff.visitors.list({ text: 'twice' })).total).toBe(1)
})

test('two visitors of one name and host within a minute are two', async () => {
  const host = await aHost()
  const { arrive } = await aScreen()
  const passes = []
  for (const idempotencyKey of ['the-father', 'the-son'])
    passes.push(await arrive({ name: 'Sam Samename', hostId: host.id, idempotencyKey }))
  expect(new Set(passes.map(({ code }) => code)).size).toBe(2)
  expect((await host.api.visitors.listOwn()).here).toHaveLength(2)
})

test('a visitor signs out at the kiosk by name, by their page, or is signed out after a day', async () => {
  const { arrive, screen, get } = await aScreen()
  const [ann, ben] = [await arrive({ name: 'Leaving Ann' }), await arrive({ name: 'Leaving Ben' })]
  const cas = await arrive({ name: 'Leaving Cas' })
  const { visitors } = await get<{ visitors: { id: number; name: string }[] }>('/api/visitors/here/?text=leaving%20ann')
  expect(visitors.map(({ name }) => name)).toEqual(['Leaving Ann'])
  expect((await screen.post('/api/visitors/leave/', { visitorId: visitors[0]?.id })).statusCode).toBe(200)
  await anyone.visitors.leave({ code: ben.code })
  const before = clock.now
  clock.now = new Date(before.getTime() + 25 * 60 * 60 * 1000)
  await endForgottenVisitors(portal.ctx)
  clock.now = before
  for (const { code } of [ann, ben, cas]) expect((await anyone.visitors.getPass({ code })).leftAt).not.toBeNull()
  const events = portal.db.selectFrom('audit_events').select(['event', 'data']).where('event', 'like', 'visitor.%')
  expect(JSON.stringify(await events.execute())).not.toContain('Leaving')
})

test('the label and the roll are PDFs, and staff find visitors and export them', async () => {
  const { arrive } = await aScreen()
  const { code } = await arrive({ name: 'Łukasz Größe', email: 'l@example.org' })
  const label = await anyone.visitors.downloadLabel({ code })
  expect(label.mediaType).toBe('application/pdf')
  expect(readPdf(label.content)).toContain('Łukasz\nGröße\nVisitor')
  expect((await anyone.visitors.drawLabel({ code })).code.address).toBe(`http://localhost:8000/visitors/${code}`)
  expect(readPdf((await staff.visitors.downloadRoll()).content)).toContain('Łukasz Größe')
  const other = await arrive({ name: 'محمد علی', email: 'm@example.org' })
  expect(readPdf((await anyone.visitors.downloadLabel({ code: other.code })).content)).toContain('محمد علی\nVisitor')
  expect(readPdf((await staff.visitors.downloadRoll()).content)).toContain('محمد علی')
  expect((await staff.visitors.list({ list: 'past', text: 'l@example' })).visitors).toMatchObject([
    { name: 'Łukasz Größe' },
  ])
  const csv = (await staff.visitors.download({ list: 'past' })).content.toString()
  expect(csv).toContain('Łukasz Größe,l@example.org')
  const member = await portal.as((await aMember(portal.db)).id)
  await expect(member.visitors.list({})).rejects.toMatchObject({ code: 'notAllowed' })
  expect((await anyone.visitors.getPass({ code })).hostName).toBeNull()
})

test('a member signs out their own visitors only', async () => {
  const { arrive } = await aScreen()
  await arrive({ name: 'Some Visitor' })
  const [visitor] = (await staff.visitors.list({ text: 'some visitor' })).visitors
  const member = await portal.as((await aMember(portal.db)).id)
  await expect(member.visitors.signOut({ visitorId: visitor?.id ?? 0 })).rejects.toMatchObject({ code: 'notFound' })
  await staff.visitors.signOut({ visitorId: visitor?.id ?? 0 })
})

test('searching too often is refused', async () => {
  const { screen } = await aScreen()
  let status = 200
  for (let tries = 0; tries < 250 && status === 200; tries += 1)
    status = (await screen.get('/api/visitors/here/?text=zz')).statusCode
  expect(status).toBe(429)
})

test('visitors are deleted after their time, with what they agreed to', async () => {
  const before = clock.now
  clock.now = new Date(before.getTime() + 400 * 24 * 60 * 60 * 1000)
  await cleanUp(portal.ctx, visitorRetentions)
  clock.now = before
  expect((await staff.visitors.list({ list: 'past' })).total).toBeLessThan(20)
  const left = portal.db.selectFrom('visitors').select('id').where('left_at', 'is not', null)
  expect(await left.execute()).toEqual([])
})

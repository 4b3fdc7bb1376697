import { features } from '@spacekeeper/contract/features.ts'
import { contract } from '@spacekeeper/contract/index.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOwnScope, scriptScopeOf } from '#platform/http/key-scopes.ts'
import { aScriptKey } from './api-keys/script-key.testing.ts'
import { aPayer } from './billing/payer.testing.ts'
import { requestOf, type TestClient } from './client.testing.ts'
import { aDoor } from './doors/factory.ts'
import { aPhoto } from './issues/report-scene.testing.ts'
import { aMeeting } from './meetings/factory.ts'
import { anEntry } from './memberbucks/factory.ts'
import { aMember } from './members/factory.ts'
import { aKeyHolder, anOpening } from './openings/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'
import { aProxy } from './proxies/factory.ts'
import { sampleOf } from './sample-input.testing.ts'
import { setTo } from './settings/changed-setting.testing.ts'
import { aCertificate, anAward } from './training/factory.ts'
import { aMotion } from './votes/factory.ts'

/** Keys that act for their owner as a member: every route of the owner's own account. */

type Input = Record<string, unknown>

const now = new Date('2026-11-23T10:00:00Z')
const nextWeek = new Date('2026-11-30T10:00:00Z')

const own = Object.entries(contract).flatMap(([domain, routes]) =>
  Object.entries<Route>(routes).flatMap(([name, route]) =>
    isOwnScope(scriptScopeOf(route)) ? [{ name: `${domain}.${name}`, route }] : [],
  ),
)
const reads = own.filter(({ route }) => route.method === 'GET')

let portal: TestPortal
let staff: TestClient
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now, stripeUrl: 'http://127.0.0.1:9' })
  for (const [key] of Object.values(features)) await setTo(portal, key, true)
  await setTo(portal, 'STRIPE_SECRET_KEY', 'sk_test_1')
  await setTo(portal, 'STRIPE_PUBLISHABLE_KEY', 'pk_test_1')
  staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const agreement = { title: 'House rules', text: 'Sweep the floor.', inForceFrom: '2026-11-23' }
  await staff.agreements.create({ ...agreement, requiredOf: 'everyone' })
})
afterAll(() => portal.close())

let count = 0

/** A member with something of everything, and what addresses name of it. */
const aFullMember = async (lastName: string) => {
  count += 1
  const { id: memberId } = await aPayer(portal, { firstName: 'Quinn', lastName, costCents: 6500 })
  const api = await portal.as(memberId)
  const { due } = await api.agreements.listOwn()
  await api.agreements.sign({ versionIds: due.map(({ versionId }) => versionId), name: `Quinn ${lastName}` })
  const { pictureId } = await api.issues.uploadPhoto({ file: await aPhoto() })
  await api.issues.report({ title: `The saw of ${lastName}`, pictureIds: [pictureId] })
  const { number } = await api.labels.createTicket({ kind: 'leave', what: lastName, untilOn: '2026-11-25' })
  await api.visitors.expect({ name: `Guest of ${lastName}`, email: '', expectedOn: '2026-11-24', note: '' })
  await anEntry(portal.db, { memberId, amountCents: 1200, description: lastName, at: now })
  const { id: certificateId } = await aCertificate(portal.db)
  await anAward(portal.db, { memberId, certificateId, at: now })
  const place = { kind: 'shelf', code: `P${count}`, holder_id: memberId, held_since: now, created_at: now } as const
  await portal.db.insertInto('storage_places').values(place).execute()
  await aKeyHolder(portal.db, memberId)
  await anOpening(portal.db, { memberId, startsAt: nextWeek, note: lastName })
  const { id: meetingId } = await aMeeting(portal.db, { startsAt: nextWeek, invitedAt: now })
  const { id: motionId } = await aMotion(portal.db, { meetingId })
  const holder = await aMember(portal.db, { lastName: `Holder of ${lastName}` })
  const proxy = await aProxy(portal.db, { meetingId, memberId, holderId: holder.id, createdAt: now })
  const names: Input = {
    signatureId: (await api.agreements.listOwn()).signed[0]?.id,
    invoiceId: (await api.billing.listMyInvoices({})).invoices[0]?.id,
    visitorId: (await api.visitors.listOwn()).expected[0]?.id,
    code: place.code,
    proxyId: proxy.id,
    topUpId: 2_000_000_000,
    fileId: 2_000_000_000,
    pictureId,
    number,
    certificateId,
    meetingId,
    motionId,
  }
  return { memberId, names }
}

type Call = { route: Route; input: Input; headers: Record<string, string> }

const call = async ({ route, input, headers }: Call) => {
  const { path, body } = requestOf(route, input)
  const { file, ...fields } = body ?? {}
  const isFile = file instanceof Blob
  const answer = await portal.app.inject({
    method: route.method,
    url: path,
    headers: { ...headers, ...(isFile && { 'content-type': file.type }) },
    ...(route.method !== 'GET' && { payload: isFile ? Buffer.from(await file.arrayBuffer()) : fields }),
  })
  expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(500)
  if (answer.statusCode >= 400) return { status: answer.statusCode, body: String(answer.json().code) }
  const type = String(answer.headers['content-type'])
  return { status: answer.statusCode, body: type.includes('json') ? answer.json() : type }
}

/** A key for an administrator's account, with one of the scopes or both. */
const aKeyOf = async (memberId: number, scopes: readonly ('own:read' | 'own:write')[]) => {
  await portal.db
    .updateTable('members')
    .set({ is_admin: true, permissions: [...permissions] })
    .where('id', '=', memberId)
    .execute()
  const { keyId, key } = await aScriptKey(portal.db, { scopes, ownerId: memberId, at: now })
  return { keyId, headers: { authorization: `Api-Key ${key}` } }
}

/** What a read is asked for: of the things its address names, those of this member. */
const inputFor = (route: Route, names: Input): Input => {
  const query = Object.entries(route.query?.shape ?? {}).map(([name, field]) => [name, sampleOf(field)])
  const asked = Object.fromEntries(query.filter(([, value]) => value !== undefined))
  const named = Object.keys(route.params?.shape ?? {}).map((name) => {
    expect(names[name], `${name} of ${route.path}`).toBeDefined()
    return [name, names[name]]
  })
  return { ...asked, ...Object.fromEntries(named) }
}

test('the key of an administrator reads what they would read without any permission, and no more', async () => {
  const owner = await aFullMember('Owen')
  const other = await aFullMember('Other')
  await portal.db
    .updateTable('members')
    .set({ is_hidden_from_members: true })
    .where('id', '=', other.memberId)
    .execute()
  const read = async (headers: Record<string, string>) => {
    const answers: Record<string, unknown> = {}
    for (const { name, route } of reads) {
      answers[name] = await call({ route, input: inputFor(route, owner.names), headers })
      if (route.params)
        answers[`${name} of another`] = await call({ route, input: inputFor(route, other.names), headers })
    }
    return answers
  }
  const asMember = await read({ cookie: `sessionid=${await portal.sessionOf(owner.memberId)}` })
  const { headers } = await aKeyOf(owner.memberId, ['own:read'])
  expect(await read(headers)).toEqual(asMember)
  // The same administrator with a browser may see more, so that they don't with the key is no accident.
  const cookie = `sessionid=${await portal.sessionOf(owner.memberId)}`
  const photo = { route: contract.issues.getPhoto, input: { pictureId: other.names['pictureId'] } }
  expect([await call({ ...photo, headers }), await call({ ...photo, headers: { cookie } })]).toMatchObject([
    { status: 404 },
    { status: 200 },
  ])
  const good = reads.filter(({ name }) => (asMember[name] as { status: number }).status === 200) // of `read`
  expect(good.length).toBeGreaterThan(60)
})

test('with every right of staff a key for the owner’s account reaches nothing of another member', async () => {
  const { memberId } = await aFullMember('Olive')
  const { names } = await aFullMember('Othello')
  const { headers } = await aKeyOf(memberId, ['own:read', 'own:write'])
  const { agreements, billing, issues, labels, proxies, visitors } = contract
  const tries: readonly [Route, Input][] = [
    [agreements.downloadOwn, {}],
    [billing.downloadMyInvoice, {}],
    [issues.getPhoto, {}],
    [labels.extendTicket, { untilOn: '2026-11-26' }],
    [labels.removeTicket, {}],
    [labels.drawTicketLabel, {}],
    [labels.downloadTicketLabel, {}],
    [proxies.getForm, {}],
    [visitors.cancel, {}],
    [visitors.signOut, {}],
  ]
  for (const [route, more] of tries) {
    const { status, body } = await call({ route, input: { ...inputFor(route, names), ...more }, headers })
    expect([route.path, status, body]).toEqual([route.path, 404, 'notFound'])
  }
})

test('a key writes everything that is the owner’s own, and the audit names the key each time', async () => {
  const { memberId, names } = await aFullMember('Olga')
  const { number, meetingId, visitorId } = names
  const other = await aFullMember('Otto')
  const { issues: known } = await (await portal.as(other.memberId)).issues.listOwn({})
  const writes: Record<string, Input> = {
    'issues.uploadPhoto': { file: await aPhoto() },
    'issues.report': { title: 'The drill is stuck' },
    'issues.reportThing': { deviceId: (await aDoor(portal.db)).id, title: 'The hinge squeaks' },
    'issues.follow': { issueId: known[0]?.id, isFollowed: true },
    'labels.createTicket': { kind: 'leave', what: 'Planks', untilOn: '2026-11-25' },
    'labels.extendTicket': { number, untilOn: '2026-11-26' },
    'labels.removeTicket': { number },
    'meetings.setAway': { meetingId, isAway: true },
    'openings.setFollowing': { isFollowing: true },
    'profile.update': { screenName: 'olga9' },
    'profile.setVisibility': { isHiddenFromMembers: true },
    'push.choose': { occasion: 'votes', isOn: true },
    'storage.ask': { kind: 'shelf', note: 'Near the window' },
    'storage.unask': {},
    'visitors.cancel': { visitorId },
    'visits.signIn': { guests: [] },
    'visits.signOut': {},
  }
  const refused: Record<string, Input> = {
    // There is no phone to notify, and no guest to sign out.
    'push.test': {},
    'visitors.signOut': { visitorId },
  }
  const writing = own.filter(({ route }) => route.method !== 'GET')
  expect(writing.map(({ name }) => name).toSorted()).toEqual(Object.keys({ ...writes, ...refused }).toSorted())
  const { keyId, headers } = await aKeyOf(memberId, ['own:write'])
  const before = await portal.db.selectFrom('audit_events').select('id').orderBy('id', 'desc').executeTakeFirst()
  for (const [name, input] of Object.entries({ ...writes, ...refused })) {
    const route = writing.find((one) => one.name === name)?.route
    const { status } = route ? await call({ route, input, headers }) : { status: 0 }
    expect([name, status < 400]).toEqual([name, name in writes])
  }
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_kind', 'actor_id'])
    .where('id', '>', before?.id ?? 0)
    .execute()
  expect(events.length).toBeGreaterThanOrEqual(12)
  expect(events.filter(({ actor_kind: kind, actor_id: id }) => kind !== 'apiKey' || id !== keyId)).toEqual([])
})

import { beforeAll, afterAll, test, expect } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { anEvent } from './factory.ts'
import { textOfSentence } from './rules.ts'

let portal: TestPortal

let ada: Awaited<ReturnType<TestPortal['as']>>

let adaId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adaId = (await aMember(portal.db, { firstName: 'Ada', lastName: 'Lovelace', isAdmin: true })).id
  ada = await portal.as(adaId)
})

afterAll(() => portal.close())

const sentences = async (filter: Parameters<typeof ada.audit.list>[0] = {}) =>
  (await ada.audit.list(filter)).entries.map(({ sentence }) => textOfSentence(sentence))

test('the newest comes first, said with the names of who, whom and what', async () => {
  const bo = await aMember(portal.db, { firstName: 'Bo', lastName: 'Lindqvist' })
  const door = await aDoor(portal.db, { name: 'Front door' })
  await aGrant(portal.db, { memberId: bo.id, deviceId: door.id })
  await ada.access.revokeDoor({ doorId: door.id, memberId: bo.id })
  await ada.access.grantDoor({ doorId: door.id, memberId: bo.id })
  expect((await sentences()).slice(0, 2)).toEqual([
    'Ada Lovelace gave Front door to Bo Lindqvist',
    'Ada Lovelace took Front door from Bo Lindqvist',
  ])
  const [entry] = (await ada.audit.list({})).entries
  expect(entry?.sentence).toEqual([
    { text: 'Ada Lovelace', memberId: adaId },
    { text: ' gave ', memberId: null },
    { text: 'Front door', memberId: null },
    { text: ' to ', memberId: null },
    { text: 'Bo Lindqvist', memberId: bo.id },
  ])
})

test('each filter narrows by its own fact, and all of them together', async () => {
  const [eve, gus] = [await aMember(portal.db, { firstName: 'Eve' }), await aMember(portal.db, { firstName: 'Gus' })]
  const door = await aDoor(portal.db, { name: 'Paint booth' })
  const at = new Date('2025-03-01T12:00:00Z')
  const one = await anEvent(portal.db, {
    event: 'door.granted',
    actorId: eve.id,
    memberId: gus.id,
    at,
    data: { deviceId: door.id },
  })
  const two = await anEvent(portal.db, {
    event: 'profile.updated',
    actorId: gus.id,
    memberId: gus.id,
    data: { changes: { phone: { from: '1', to: '0400 987' } } },
  })
  const three = await anEvent(portal.db, { event: 'device.lockedOut', actorId: eve.id, deviceId: door.id })
  const four = await anEvent(portal.db, { event: 'plan.madeCheaper', actorId: eve.id })
  const ids = async (filter: Parameters<typeof ada.audit.list>[0]) =>
    (await ada.audit.list(filter)).entries.map(({ id }) => id)
  expect(await ids({ actorId: eve.id })).toEqual([four.id, three.id, one.id])
  expect(await ids({ memberId: gus.id })).toEqual([two.id, one.id])
  expect(await ids({ deviceId: door.id })).toEqual([three.id, one.id])
  expect(await ids({ group: 'other' })).toEqual([four.id])
  expect(await ids({ group: 'access', memberId: gus.id })).toEqual([one.id])
  expect(await ids({ from: '2025-03-01T00:00:00.000Z', until: '2025-03-02T00:00:00.000Z' })).toEqual([one.id])
  expect(await ids({ text: 'PAINT' })).toEqual([three.id, one.id])
  expect(await ids({ text: '0400 987' })).toEqual([two.id])
  expect(await ids({ text: 'gave', memberId: gus.id })).toEqual([one.id])
  expect(await ids({ text: 'Eve', group: 'devices' })).toEqual([three.id])
  expect(await ids({ text: '100%_nothing' })).toEqual([])
})

test('pages follow one another without a gap or a double, while events go on being written', async () => {
  const { id } = await aMember(portal.db)
  for (let n = 0; n < 5; n += 1) await anEvent(portal.db, { memberId: id })
  const first = await ada.audit.list({ memberId: id, limit: 2 })
  await anEvent(portal.db, { memberId: id })
  const second = await ada.audit.list({ memberId: id, limit: 2, before: first.entries.at(-1)?.id })
  const third = await ada.audit.list({ memberId: id, limit: 2, before: second.entries.at(-1)?.id })
  const ids = [first, second, third].flatMap(({ entries }) => entries.map((entry) => entry.id))
  expect(new Set(ids).size).toBe(5)
  expect([first.hasMore, second.hasMore, third.hasMore]).toEqual([true, true, false])
})

test('a page is one query, however many names are in it', async () => {
  for (let n = 0; n < 30; n += 1) {
    await anEvent(portal.db, { actorId: (await aMember(portal.db)).id, memberId: (await aMember(portal.db)).id })
  }
  let queries = 0
  const add = () => (queries += 1)
  await ada.audit.list({ limit: 100 })
  portal.services.pool.on('acquire', add)
  await ada.audit.list({ limit: 100 })
  portal.services.pool.off('acquire', add)
  expect(queries).toBeLessThan(3)
})

test('a member who is gone is still told apart', async () => {
  await anEvent(portal.db, { event: 'member.suspend', actorId: 999_999, memberId: 999_998 })
  expect(await sentences({ group: 'standing' })).toContain(
    'A former member (no. 999999) suspended a former member (no. 999998)',
  )
})

test('before and after are read as words, and a secret setting only as changed', async () => {
  await changeSetting(portal.ctx, { key: 'SITE_NAME', value: 'First' })
  await changeSetting(portal.ctx, { key: 'SITE_NAME', value: 'Second' })
  await changeSetting(portal.ctx, { key: 'STRIPE_SECRET_KEY', value: 'sk_test_never' })
  const { entries } = await ada.audit.list({ group: 'settings' })
  expect(entries.map(({ facts }) => facts)).toEqual([
    [],
    [{ name: 'Value', isChange: true, from: 'First', to: 'Second' }],
    [{ name: 'Value', isChange: true, from: 'MemberMatters Portal', to: 'First' }],
  ])
  expect(textOfSentence(entries[0]?.sentence ?? [])).toBe('The portal changed the setting “Stripe secret key”')
})

test('what is filtered can be taken away as a table, and who did that is kept', async () => {
  const { id } = await aMember(portal.db, { firstName: '=cmd', lastName: 'Øst' })
  await anEvent(portal.db, { memberId: id, actorId: adaId, data: { changes: { phone: { from: '1', to: '=2+3' } } } })
  const file = await ada.audit.export({ memberId: id })
  const [head, line, ...rest] = file.content.toString().split('\r\n')
  expect(file.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  expect(head).toBe('\uFEFFWhen (UTC),What happened,Who,About,Details,Event,Number')
  expect(line).toContain(
    "Ada Lovelace changed the details of =cmd Øst,Ada Lovelace,'=cmd Øst,Mobile number: 1 → =2+3,profile.updated",
  )
  expect(rest).toEqual([''])
  const [kept] = (await ada.audit.list({ group: 'exports', actorId: adaId })).entries
  expect(kept?.facts).toEqual([
    { name: 'Rows', isChange: false, from: null, to: '1' },
    { name: 'Filter', isChange: false, from: null, to: `Member id: ${id}` },
  ])
})

test('names are found for the fields that narrow', async () => {
  const { id } = await aMember(portal.db, { firstName: 'Zebedee', lastName: 'Quill' })
  const door = await aDoor(portal.db, { name: 'Zebra door' })
  expect((await ada.audit.findNames({ text: 'zeb' })).names).toEqual([
    { kind: 'member', id, name: 'Zebedee Quill' },
    { kind: 'device', id: door.id, name: 'Zebra door' },
  ])
})

test.each([
  ['group=nonsense', 'group'],
  ['before=x', 'before'],
  ['actorId=-1', 'actorId'],
  ['from=yesterday', 'from'],
  ['limit=1000', 'limit'],
])('%s is bad input that names its field', async (query, field) => {
  const answer = await portal.app.inject({
    url: `/api/admin/audit/?${query}`,
    headers: { authorization: `Bearer ${await portal.sessionOf(adaId)}` },
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toMatchObject([{ field }])
})

test('the database refuses to change, delete or empty the audit', async () => {
  const { id } = await anEvent(portal.db)
  for (const statement of [
    `update audit_events set event = 'x.y' where id = ${id}`,
    `delete from audit_events where id = ${id}`,
    'truncate audit_events',
  ])
    await expect(portal.runAsOwner(statement)).rejects.toThrow('append-only')
})

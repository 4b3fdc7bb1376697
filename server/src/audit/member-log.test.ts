import type { LogEntry, LogKind } from '@spacekeeper/contract/audit/shapes.ts'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { record } from '#platform/db/change.ts'
import { aSwipe } from '../access/factory.ts'
import { changeGrants } from '../access/grants.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { queueMessage } from '../messages/outbox.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { describeEntry } from './entry-words.ts'
import { anEvent } from './factory.ts'

let portal: TestPortal

let ada: Awaited<ReturnType<TestPortal['as']>>

let adaId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adaId = (await aMember(portal.db, { firstName: 'Ada', lastName: 'Lovelace', isAdmin: true })).id
  ada = await portal.as(adaId)
})

afterAll(() => portal.close())

const minutes = (count: number) => new Date(Date.UTC(2026, 0, 5, 10, count))

const lines = (entries: readonly LogEntry[]) => entries.map(describeEntry)

const aMessage = async (memberId: number, subject: string) => {
  const mail = { subject, text: 'Hello.', html: '<p>Hello.</p>' }
  const message = { to: 'bo@example.org', memberId, template: 'welcome', mail, isSecret: false }
  await record(portal.ctx, async (work) => ({ result: await queueMessage(work, { message }) }))
  await portal.db
    .updateTable('messages')
    .set({ created_at: minutes(6) })
    .where('member_id', '=', memberId)
    .execute()
}

/** A member to whom one thing of each kind happened, a minute after the other. */
const aBusyMember = async () => {
  const { id } = await aMember(portal.db, { firstName: 'Bo', lastName: 'Lindqvist' })
  const door = await aDoor(portal.db)
  await anEvent(portal.db, { event: 'account.loggedIn', actorId: id, memberId: id, at: minutes(1) })
  await anEvent(portal.db, {
    event: 'card.added',
    actorId: adaId,
    memberId: id,
    at: minutes(2),
    data: { number: '77' },
  })
  await anEvent(portal.db, {
    event: 'door.granted',
    actorId: adaId,
    memberId: id,
    at: minutes(3),
    data: { deviceId: door.id },
  })
  await aSwipe(portal.db, {
    deviceId: door.id,
    memberId: id,
    card: '77',
    outcome: 'refused',
    refusal: 'notActive',
    at: minutes(4),
  })
  await aSwipe(portal.db, { deviceId: door.id, memberId: id, card: '77', at: minutes(5) })
  await aMessage(id, 'Welcome')
  const visit = { member_id: id, signed_in_at: minutes(7), signed_out_at: minutes(9), guests: ['Kim'] }
  await portal.db.insertInto('visits').values(visit).execute()
  await anEvent(portal.db, { event: 'visit.signedIn', actorId: id, memberId: id, at: minutes(7) })
  await anEvent(portal.db, { event: 'visit.signedOut', actorId: adaId, memberId: id, at: minutes(9) })
  await anEvent(portal.db, { event: 'door.bumped', actorId: id, deviceId: door.id, at: minutes(10) })
  return { id, door }
}

test('one stream tells all that happened to a member and that they did, newest first', async () => {
  const { id, door } = await aBusyMember()
  const { entries, hasMore } = await ada.audit.memberLog({ memberId: id })
  expect(lines(entries)).toEqual([
    `Bo Lindqvist opened ${door.name} briefly`,
    'Ada Lovelace signed Bo Lindqvist out',
    'Signed in on site: With 1 guest',
    'Email to bo@example.org, waiting to be sent: “Welcome”',
    `${door.name}: Opened with card 77`,
    `${door.name}: Refused, membership not active`,
    `Ada Lovelace gave ${door.name} to Bo Lindqvist`,
    'Ada Lovelace gave Bo Lindqvist the card 77',
    'Bo Lindqvist logged in',
  ])
  expect(hasMore).toBe(false)
  expect(entries.find(({ kind, endedAt }) => kind === 'visits' && endedAt)?.endedAt).toBe(minutes(9).toISOString())
})

test('each filter gives its own part of the stream', async () => {
  const { id, door } = await aBusyMember()
  const of = async (kind: LogKind) => lines((await ada.audit.memberLog({ memberId: id, kind })).entries)
  expect(await of('swipes')).toEqual([
    `${door.name}: Opened with card 77`,
    `${door.name}: Refused, membership not active`,
  ])
  expect(await of('visits')).toEqual(['Ada Lovelace signed Bo Lindqvist out', 'Signed in on site: With 1 guest'])
  expect(await of('changes')).toEqual([`Ada Lovelace gave ${door.name} to Bo Lindqvist`])
  expect(await of('cards')).toEqual(['Ada Lovelace gave Bo Lindqvist the card 77'])
  expect(await of('logins')).toEqual(['Bo Lindqvist logged in'])
  expect(await of('messages')).toHaveLength(1)
  expect(await of('deeds')).toEqual([`Bo Lindqvist opened ${door.name} briefly`])
})

test('staff who look after members read what happened to one, and not what they did elsewhere', async () => {
  const { id } = await aBusyMember()
  const staff = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  expect((await staff.audit.memberLog({ memberId: id })).entries.map(({ kind }) => kind)).not.toContain('deeds')
  expect((await staff.audit.memberLog({ memberId: id, kind: 'deeds' })).entries).toEqual([])
  await expect(staff.audit.list({})).rejects.toMatchObject({ code: 'notAllowed' })
})

test('a change for many is in the log of each of them, with its devices and people by name', async () => {
  const [kim, lou] = [await aMember(portal.db, { lastName: 'Kim' }), await aMember(portal.db, { lastName: 'Lou' })]
  const [one, two] = [await aDoor(portal.db, { name: 'Attic' }), await aDoor(portal.db, { name: 'Cellar' })]
  await changeGrants(portal.ctx, { memberIds: [kim.id, lou.id], grant: [one.id, two.id] })
  for (const { id } of [kim, lou]) {
    const { entries } = await ada.audit.memberLog({ memberId: id, kind: 'changes' })
    expect(lines(entries)).toEqual(['The portal changed the access of 2 members'])
    expect(entries[0]?.facts.map(({ name, to }) => [name, to])).toEqual([
      ['Given', 'Attic, Cellar'],
      ['Members', 'Member Kim, Member Lou'],
    ])
  }
  expect((await ada.audit.list({ memberId: kim.id })).entries).toHaveLength(1)
  expect((await ada.audit.list({ deviceId: two.id })).entries).toHaveLength(1)
})

test('a text narrows every part of the stream, and a period does', async () => {
  const { id, door } = await aBusyMember()
  const saying = async (text: string) => lines((await ada.audit.memberLog({ memberId: id, text })).entries)
  expect(await saying(door.name)).toHaveLength(4)
  expect(await saying('welcome')).toHaveLength(1)
  expect(await saying('kim')).toEqual(['Signed in on site: With 1 guest'])
  expect(await saying('lovelace')).toHaveLength(3)
  expect(await saying('nowhere')).toEqual([])
  const period = { from: minutes(4).toISOString(), until: minutes(6).toISOString() }
  expect((await ada.audit.memberLog({ memberId: id, ...period })).entries).toHaveLength(2)
})

test('pages over the joined tables lose nothing and repeat nothing, even within one instant', async () => {
  const { id } = await aMember(portal.db)
  const door = await aDoor(portal.db)
  const at = minutes(0)
  for (let n = 0; n < 4; n += 1) {
    await aSwipe(portal.db, { deviceId: door.id, memberId: id, at })
    await anEvent(portal.db, { memberId: id, at })
    await anEvent(portal.db, { event: 'door.bumped', actorId: id, deviceId: door.id, at })
    const visit = { member_id: id, signed_in_at: at, signed_out_at: at }
    await portal.db.insertInto('visits').values(visit).execute()
  }
  const seen: string[] = []
  let before: string | undefined
  for (let page = 0; page < 10; page += 1) {
    const { entries, hasMore } = await ada.audit.memberLog({ memberId: id, limit: 3, ...(before && { before }) })
    seen.push(...entries.map(({ cursor }) => cursor))
    before = entries.at(-1)?.cursor
    if (!hasMore) break
  }
  expect(seen).toHaveLength(16)
  expect(new Set(seen).size).toBe(16)
})

test('a page is a handful of queries, however much happened', async () => {
  const { id } = await aBusyMember()
  let queries = 0
  const add = () => (queries += 1)
  await ada.audit.memberLog({ memberId: id })
  portal.services.pool.on('acquire', add)
  await ada.audit.memberLog({ memberId: id })
  portal.services.pool.off('acquire', add)
  expect(queries).toBeLessThan(4)
})

test('the history of details says field by field who changed what from what to what', async () => {
  const { id } = await aMember(portal.db, { firstName: 'Bo', lastName: 'Lind', screenName: 'bolind' })
  await ada.members.updateDetails({ memberId: id, firstName: 'Bodil', lastName: 'Lund' })
  await (await portal.as(id)).profile.update({ screenName: 'bodil' })
  const { changes, hasMore } = await ada.audit.detailHistory({ memberId: id })
  expect(changes.map(({ by, field, from, to }) => [by.text, field, from, to])).toEqual([
    ['Bodil Lund', 'Screen name', 'bolind', 'bodil'],
    ['Ada Lovelace', 'Last name', 'Lind', 'Lund'],
    ['Ada Lovelace', 'First name', 'Bo', 'Bodil'],
  ])
  expect(hasMore).toBe(false)
  const older = await ada.audit.detailHistory({ memberId: id, limit: 1, before: changes[0]?.eventId })
  expect(older.changes).toHaveLength(2)
})

test('a year of visits is when they began, and not what was before', async () => {
  const { id } = await aMember(portal.db)
  const day = 86_400_000
  for (const days of [400, 30, 2]) {
    const at = new Date(Date.now() - days * day)
    await portal.db.insertInto('visits').values({ member_id: id, signed_in_at: at, signed_out_at: at }).execute()
  }
  expect((await ada.audit.visitYear({ memberId: id })).startedAt).toHaveLength(2)
})

test('the log can be taken away as a table, and that stands in it', async () => {
  const { id } = await aBusyMember()
  const file = await ada.audit.exportMemberLog({ memberId: id, kind: 'swipes' })
  expect(file.name).toBe(`member-${id}-log.csv`)
  expect(file.content.toString().split('\r\n')).toHaveLength(4)
  const [newest] = (await ada.audit.memberLog({ memberId: id })).entries
  expect(describeEntry(newest ?? { sentence: [], detail: '' })).toBe('Ada Lovelace exported the log of Bo Lindqvist')
})

test('existing clients read three logs with the labels they know', async () => {
  const { id, door } = await aBusyMember()
  const logs = await ada.audit.memberLogs({ memberId: id })
  expect(logs.doorLogs).toEqual([
    { date: minutes(5).toISOString(), door: door.name, success: true },
    { date: minutes(4).toISOString(), door: door.name, success: false },
  ])
  expect(logs.userEventLogs.map(({ logtype }) => logtype)).toEqual([
    'Admin Action',
    'Generic Event',
    'Generic Event',
    'Email Sent',
    'Member Profile Updated',
    'Member Profile Updated',
    'Generic Event',
  ])
  expect(logs.interlockLogs).toEqual([])
})

test('nothing of an unknown member is found, and a broken place to go on from is bad input', async () => {
  const unknown = { memberId: 999_999 }
  for (const call of [
    ada.audit.memberLog,
    ada.audit.detailHistory,
    ada.audit.visitYear,
    ada.audit.memberLogs,
    ada.audit.exportMemberLog,
  ]) {
    await expect(call(unknown)).rejects.toMatchObject({ code: 'notFound' })
  }
  await expect(ada.audit.memberLog({ ...unknown, before: '1~2~x' })).rejects.toMatchObject({ code: 'badInput' })
})

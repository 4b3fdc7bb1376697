import { foldText } from '@spacekeeper/contract/fold-text.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { matchText } from '../members/filters.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

let admin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as((await aMember(portal.db, { isAdmin: true, firstName: 'Ada', lastName: 'Okafor' })).id)
  await aMember(portal.db, { firstName: 'Jürgen', lastName: 'Müller' })
  await aMember(portal.db, { firstName: 'Rosa', lastName: 'Mueller' })
  await aMember(portal.db, { firstName: 'Tom', lastName: 'Muller' })
  await aMember(portal.db, { firstName: 'Søren', lastName: 'Łukasz', screenName: 'Ångström', state: 'inactive' })
  await aDevice(portal.db, { name: 'Wood shop', kind: 'door' })
  await aDevice(portal.db, { name: 'Fräse', kind: 'interlock' })
})

afterAll(() => portal.close())

const namesFor = async (text: string) => (await admin.search.find({ text })).members.map(({ fullName }) => fullName)

test.each(['muller', 'Müller', 'mueller', 'MÜLLER', 'Mu\u0308ller'])(
  '%s finds all who are called so, however it is written',
  async (text) => {
    expect(await namesFor(text)).toEqual(['Jürgen Müller', 'Rosa Mueller', 'Tom Muller'])
    expect((await admin.members.search({ text })).total).toBe(3)
    expect((await admin.members.list({ text })).total).toBe(3)
  },
)

test('letters that are no accents are found by plain ones, and in any order', async () => {
  expect(await namesFor('lukasz soren')).toEqual(['Søren Łukasz'])
  expect(await namesFor('angstrom')).toEqual(['Søren Łukasz'])
})

test('a plate is found however it is written, and its digits find no one else', async () => {
  const { id } = await aMember(portal.db, { firstName: 'Pia', lastName: 'Park', phone: '+61 400 000 012' })
  await portal.db.updateTable('members').set({ vehicle_registration_plate: 'B-ÄX 12' }).where('id', '=', id).execute()
  await aMember(portal.db, { firstName: 'Not', lastName: 'Them', phone: '+61 400 000 129', cards: ['1299'] })
  for (const text of ['B-ÄX 12', 'b ax12', 'bäx-1']) expect(await namesFor(text), text).toEqual(['Pia Park'])
  expect(await namesFor('B-12')).toEqual([])
})

test('a device is found by its name, with or without accents', async () => {
  expect((await admin.search.find({ text: 'frase' })).devices).toMatchObject([{ name: 'Fräse', kind: 'interlock' }])
  expect((await admin.search.find({ text: 'shop wood' })).devices).toMatchObject([{ name: 'Wood shop', kind: 'door' }])
})

test('a member is found by the new name alone once it is changed', async () => {
  const { id } = await aMember(portal.db, { firstName: 'Ännchen', lastName: 'Vorher' })
  expect(await namesFor('vorher')).toEqual(['Ännchen Vorher'])
  await admin.members.updateDetails({ memberId: id, lastName: 'Nachher' })
  expect([await namesFor('vorher'), await namesFor('annchen nach')]).toEqual([[], ['Ännchen Nachher']])
})

test('every part of a search has an index, which holds at once what was written', async () => {
  const plan = await portal.db.transaction().execute(async (tx) => {
    // With so few members reading all of them is cheaper.
    await sql`set local enable_seqscan = off`.execute(tx)
    const words = tx.selectFrom('members').select('id').where(matchText('muller'))
    const number = tx.selectFrom('members').select('id').where(matchText('0400 123'))
    return JSON.stringify([await words.explain('json'), await number.explain('json')])
  })
  const indexes = ['cards_words', 'members_phone', 'members_plate', 'members_search']
  expect(indexes.filter((name) => !plan.includes(`"${name}"`))).toEqual([])
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relname = any(${indexes}) and 'fastupdate=off' = any(reloptions) order by 1`.execute(
    portal.db,
  )
  expect(rows.map(({ relname }) => relname)).toEqual(indexes)
})

test('who begins with the words comes first, a few are shown, and all are counted', async () => {
  for (let n = 0; n < 8; n += 1) await aMember(portal.db, { firstName: `Zed${n}`, lastName: 'Aab' })
  await aMember(portal.db, { firstName: 'Aab', lastName: 'Zzz' })
  const { members, membersTotal } = await admin.search.find({ text: 'aab' })
  expect([members.length, membersTotal, members[0]?.fullName]).toEqual([6, 9, 'Aab Zzz'])
})

test('staff find only what their permissions open, and one letter finds nothing', async () => {
  const found = async (permission: 'members' | 'access' | 'money' | 'devices', text: string) => {
    const staff = await portal.as((await aMember(portal.db, { permissions: [permission] })).id)
    const { members, devices } = await staff.search.find({ text })
    return [members.length > 0, devices.length > 0]
  }
  await aDevice(portal.db, { name: 'Muller lathe', kind: 'interlock' })
  expect(await found('members', 'muller')).toEqual([true, false])
  expect(await found('money', 'muller')).toEqual([true, false])
  expect(await found('access', 'muller')).toEqual([true, true])
  expect(await found('devices', 'muller')).toEqual([false, true])
  expect(await found('access', 'm')).toEqual([false, false])
  const member = await portal.as((await aMember(portal.db)).id)
  await expect(member.search.find({ text: 'muller' })).rejects.toMatchObject({ code: 'notAllowed' })
})

test('the database folds text as the portal does', async () => {
  const words = [
    'Müller',
    'STRASSE',
    'Straße',
    'Ærø',
    'Œuvre',
    'Þór',
    'Łódź',
    'Đorđe',
    'İstanbul',
    'ﬁne',
    'Nguyễn',
    'x',
  ]
  const { rows } = await sql<{ folded: string }>`
    select fold_text(word) as folded from unnest(${words}::text[]) with ordinality as given (word, at) order by at`.execute(
    portal.db,
  )
  expect(rows.map(({ folded }) => folded)).toEqual(words.map((word) => foldText(word)))
})

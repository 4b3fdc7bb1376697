import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { anAccount } from '../auth/factory.ts'
import { domains } from '../domains.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

const password = 'correct horse battery'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

const download = async (memberId: number) => {
  const file = await (await portal.as(memberId)).profile.downloadData()
  const entries = Object.entries(unzipSync(file.content)).map(
    ([name, bytes]) => [name, Buffer.from(bytes).toString()] as const,
  )
  const texts: Record<string, string> = Object.fromEntries(entries)
  return { file, texts, json: JSON.parse(texts['data.json'] ?? '') }
}

test('an archive holds every row, however many there are', async () => {
  const { id } = await aMember(portal.db)
  const { id: doorId } = await aDoor(portal.db)
  await sql`insert into swipes (device_id, member_id, outcome, swiped_at)
    select ${doorId}, ${id}, 'granted', now() - n * interval '1 minute' from generate_series(1, 50001) n`.execute(
    portal.db,
  )
  const { texts, json } = await download(id)
  expect(json.swipes).toHaveLength(50_001)
  expect(texts['swipes.csv']?.trim().split('\r\n')).toHaveLength(50_002)
})

const aBusyMember = async (card: string) => {
  const { id, email } = await anAccount(portal.db, {
    password,
    firstName: 'Özge',
    lastName: '=HYPERLINK()',
    cards: [card],
    suspension: 'Left the laser on.',
  })
  const { id: doorId } = await aDoor(portal.db, { name: `Door of ${card}` })
  const at = new Date('2026-02-01T10:00:00Z')
  await portal.db.insertInto('grants').values({ member_id: id, device_id: doorId, granted_at: at }).execute()
  await portal.db
    .insertInto('visits')
    .values({ member_id: id, signed_in_at: at, signed_out_at: at, guests: ['Guest Person', 'Another'] })
    .execute()
  await portal.db
    .insertInto('swipes')
    .values({ member_id: id, device_id: doorId, card_number: card, outcome: 'granted', swiped_at: at })
    .execute()
  await (await portal.as(id)).profile.update({ vehicleRegistrationPlate: 'ABC 12' })
  return { id, email }
}

test('the archive holds what the tables know of a member, as JSON and a table for each list', async () => {
  const { id, email } = await aBusyMember('4711')
  const { file, texts, json } = await download(id)
  expect(file.name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/)
  expect(file.mediaType).toBe('application/zip')
  const lists = domains.flatMap(({ personalData }) => personalData?.lists?.map(({ name }) => name) ?? [])
  expect(new Set(lists).size).toBe(lists.length)
  expect(Object.keys(texts).toSorted()).toEqual(['data.json', ...lists.map((name) => `${name}.csv`)].toSorted())
  expect(json.profile).toMatchObject([{ id, email, firstName: 'Özge', suspensionReason: 'Left the laser on.' }])
  expect(json.cards).toMatchObject([{ number: '4711', state: 'active' }])
  expect(json.grants).toMatchObject([{ device: 'Door of 4711', kind: 'door', source: 'hand' }])
  expect(json.visits).toMatchObject([{ guests: 2 }])
  expect(json.swipes).toMatchObject([{ device: 'Door of 4711', card: '4711', outcome: 'granted' }])
  expect(json.sessions.length).toBeGreaterThan(0)
  expect(json.events).toMatchObject([
    { event: 'profile.updated', by: 'you', data: { changes: { vehicleRegistrationPlate: { to: 'ABC 12' } } } },
    { event: 'profile.dataDownloaded', by: 'you' },
  ])
  expect(texts['visits.csv']).toBe(
    `\uFEFFid,signedInAt,signedOutAt,guests\r\n${json.visits[0].id},2026-02-01T10:00:00.000Z,2026-02-01T10:00:00.000Z,2\r\n`,
  )
  expect(texts['profile.csv']).toContain("'=HYPERLINK()")
})

test('nothing secret and nothing of anybody else is in it', async () => {
  const { id } = await aBusyMember('4712')
  const other = await aBusyMember('4713')
  await portal.db
    .insertInto('messages')
    .values([
      {
        recipient: 'committee@example.org',
        about: [id],
        template: 'newAccount',
        subject: 'To staff',
        text: 'x',
        created_at: new Date(),
      },
      {
        recipient: other.email,
        member_id: other.id,
        template: 'welcome',
        subject: 'To another',
        text: 'x',
        created_at: new Date(),
      },
    ])
    .execute()
  const boss = await aMember(portal.db, { isAdmin: true, firstName: 'Boss', lastName: 'Hidden' })
  await (await portal.as(boss.id)).members.liftSuspension({ memberId: id, reason: 'Sorry.' })
  const { texts, json } = await download(id)
  const everything = Object.values(texts).join('\n')
  for (const text of ['argon2', 'token', other.email, 'Guest Person', 'To staff', 'To another', 'Boss', boss.email]) {
    expect(everything, text).not.toContain(text)
  }
  expect(json.events).toContainEqual(expect.objectContaining({ event: 'member.lift', by: 'staff' }))
})

test('messages to a former address are in it, without the text of those that carried a link', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const boss = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await boss.members.sendWelcome({ memberId: id })
  await portal.runJobs()
  await portal.db.updateTable('messages').set({ state: 'sent' }).where('recipient', '=', email).execute()
  await boss.members.updateDetails({ memberId: id, email: `new-${email}` })
  await boss.auth.confirmEmail({ memberId: id })
  await (await portal.as(null)).auth.resetPassword({ email: `new-${email}` })
  await portal.runJobs()
  const { json } = await download(id)
  const told: { to: string; subject: string; text: string | null }[] = json.messages
  expect(told.find(({ subject }) => /welcome/i.test(subject))).toMatchObject({ to: email })
  expect(told.find(({ subject }) => /reset/i.test(subject))).toMatchObject({ to: `new-${email}`, text: null })
})

test('a long history is read page by page and is whole', async () => {
  const { id } = await anAccount(portal.db, { password })
  const { id: doorId } = await aDoor(portal.db)
  const at = new Date()
  const swipe = { member_id: id, device_id: doorId, outcome: 'granted', swiped_at: at } as const // the table's own word
  for (let n = 0; n < 5; n++) {
    await portal.db
      .insertInto('swipes')
      .values(Array.from({ length: 501 }, () => swipe))
      .execute()
  }
  const { texts, json } = await download(id)
  expect(json.swipes).toHaveLength(2505)
  expect(texts['swipes.csv']?.trimEnd().split('\r\n')).toHaveLength(2506)
})

test('a caller without an account gets nothing', async () => {
  await expect((await portal.as(null)).profile.downloadData()).rejects.toMatchObject({ status: 401 })
})

import { plainCard } from '@spacekeeper/contract/card-numbers.ts'
import { asciiEmail } from '@spacekeeper/contract/email-addresses.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFormerDatabase } from '#platform/db/former-database.testing.ts'
import { findCardFacts } from '../../access/card-facts.ts'
import { aGrant, aSwipe } from '../../access/factory.ts'
import type { TestClient } from '../../client.testing.ts'
import { aDoor } from '../../doors/factory.ts'
import { dialDevice } from '../../gateway/dialled-device.testing.ts'
import { aMachine } from '../../interlocks/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { cardChecks } from '../clashes.ts'
import { aMember } from '../factory.ts'

let portal: TestPortal

let api: TestClient

let url = ''

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})

afterAll(() => portal.close())

const addresses = [
  'ann@example.org',
  'info@müller.example',
  'a@bücher.straße.example',
  'a@例子.广告',
  'a@правда.рф',
  'a@a-ü-b.example',
]

/** Two members from before numbers had a plain form, who have the same one. */
const twoDoubles = async (one: string, other: string) => {
  const ann = await aMember(portal.db, { firstName: 'Ann', lastName: 'Bell' })
  const bo = await aMember(portal.db, { firstName: 'Bo', lastName: 'Cole' })
  const card = { added_at: new Date(), is_double: true }
  await portal.db
    .insertInto('cards')
    .values([
      { ...card, member_id: ann.id, number: one },
      { ...card, member_id: bo.id, number: other },
    ])
    .execute()
  return { ann, bo }
}

test('the database makes the same plain form of a number as the portal', async () => {
  const { id: memberId } = await aMember(portal.db)
  // Letters stand in two planes, what can't be seen in a part of another.
  const codes = Array.from({ length: 0x2_0000 }, (_, code) => code)
    .concat(Array.from({ length: 0x1000 }, (_, code) => 0xe_0000 + code))
    .filter((code) => code > 0x9f && (code < 0xd800 || code > 0xdfff))
  // Each sign between two others; many to a number, because so many numbers would take long.
  const numbers = Array.from({ length: Math.ceil(codes.length / 24) }, (_, place) =>
    codes
      .slice(place * 24, place * 24 + 24)
      .map((code) => `${String.fromCodePoint(code)}B`)
      .join(''),
  )
  const differing = await portal.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ number: string; plain: string; normal: string }>`
      insert into cards (member_id, number, state, added_at, ended_at)
      select ${memberId}, number, 'retired', now(), now() from unnest(${numbers}::text[]) as given (number)
      where number = btrim(number)
      returning number, plain_number as plain, normalize(number, nfkc) as normal`.execute(tx)
    expect(rows.length).toBeGreaterThan(numbers.length - 10)
    // One of the two may know the newer Unicode.
    return rows.filter(
      ({ number, plain, normal }) => normal === number.normalize('NFKC') && plain !== plainCard(number),
    )
  })
  expect(differing.slice(0, 5)).toEqual([])
})

test('a card is found at a door and a machine however it is written there, and belongs to one member', async () => {
  const door = await aDoor(portal.db)
  const machine = await aMachine(portal.db)
  const { id: memberId } = await aMember(portal.db, { cards: ['ED0BA912'] })
  for (const deviceId of [door.id, machine.id]) await aGrant(portal.db, { memberId, deviceId })
  for (const card of ['ed0ba912', 'ED:0B:A9:12', 'ed-0b-a9-12', 'ED0BA912']) {
    expect(await findCardFacts(portal.ctx, { deviceId: door.id, card }), card).toMatchObject({ memberId })
    const line = await dialDevice(url, { path: `/ws/access/interlock/${machine.serial}`, key: machine.key })
    line.send({ command: 'interlock_session_start', card_id: card })
    let heard = await line.next()
    while (heard.command !== 'interlock_session_start') heard = await line.next()
    expect(heard).toHaveProperty('session_id')
    await line.close()
  }
  const other = await aMember(portal.db)
  for (const number of ['ed0ba912', 'ED 0B A9 12'])
    await expect(api.members.addCard({ memberId: other.id, number })).rejects.toMatchObject({ code: 'cardTaken' })
  await expect(api.members.updateDetails({ memberId: other.id, rfidCard: 'ed0ba912' })).rejects.toMatchObject({
    code: 'cardTaken',
  })
  await api.members.updateDetails({ memberId, rfidCard: 'ed:0b:a9:12' })
  expect((await api.members.listCards({ memberId })).cards).toMatchObject([{ number: 'ED0BA912', state: 'active' }])
  expect((await api.members.list({ text: 'ed 0b-a9' })).members).toMatchObject([{ id: memberId }])
})

test('a door that writes a number in another way gets it so in its list, beside the number as it was given', async () => {
  const door = await aDoor(portal.db)
  const { id: memberId } = await aMember(portal.db, { cards: ['AB-12-CD'] })
  await aGrant(portal.db, { memberId, deviceId: door.id })
  const line = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  const nextList = async () => {
    let heard = await line.next()
    while (heard.command !== 'sync') heard = await line.next()
    return heard.tags
  }
  try {
    expect(await nextList()).toEqual(['AB-12-CD'])
    line.send({ command: 'log_access_denied', card_id: 'ab12cd' })
    expect(await nextList()).toEqual(['AB-12-CD', 'ab12cd'])
  } finally {
    await line.close()
  }
  const swipes = await portal.db.selectFrom('swipes').selectAll().where('device_id', '=', door.id).execute()
  expect(swipes).toMatchObject([{ card_number: 'ab12cd', member_id: memberId }])
})

test('an unknown card that was given in another spelling is offered to no other member', async () => {
  const door = await aDoor(portal.db)
  await aSwipe(portal.db, { deviceId: door.id, card: 'ba:98', outcome: 'refused', refusal: 'unknownCard' })
  await aMember(portal.db, { cards: ['BA98'] })
  const { doors } = await api.members.listUnknownCards()
  expect(doors.find(({ deviceId }) => deviceId === door.id)).toMatchObject({ swipe: null })
})

test('doubles of before work as they are written, staff see them, and no third one is given', async () => {
  const door = await aDoor(portal.db)
  const { ann, bo } = await twoDoubles('FEED01', 'feed01')
  const holder = async (card: string) => (await findCardFacts(portal.ctx, { deviceId: door.id, card }))?.memberId
  expect([await holder('FEED01'), await holder('feed01'), await holder('Feed01')]).toEqual([ann.id, bo.id, undefined])
  const listed = await api.members.listCards({ memberId: ann.id })
  expect(listed.cards).toMatchObject([{ doubles: [{ memberId: bo.id, name: 'Bo Cole', number: 'feed01' }] }])
  expect((await api.members.list({ card: 'double' })).members.map(({ id }) => id)).toEqual([ann.id, bo.id])
  const find = () => cardChecks[0]?.find(portal.ctx, AbortSignal.timeout(5_000))
  expect(await find()).toMatchObject({ state: 'attention', says: expect.stringMatching(/^2 cards/) })
  const cy = await aMember(portal.db)
  const give = () => api.members.addCard({ memberId: cy.id, number: 'FE:ED:01' })
  await expect(give()).rejects.toMatchObject({ code: 'cardTaken' })
  const [cardId = 0] = listed.cards.map(({ id }) => id)
  await api.members.endCard({ memberId: ann.id, cardId, state: 'retired' })
  expect((await api.members.list({ card: 'double' })).members).toEqual([])
  expect(await find()).toBeNull()
  await expect(give()).rejects.toMatchObject({ code: 'cardTaken' })
  await expect(api.members.restoreCard({ memberId: ann.id, cardId })).rejects.toMatchObject({ code: 'cardTaken' })
})

test('the migrations leave cards with the same plain form working, and write domains in their own letters', async () => {
  const { rows, update } = await createFormerDatabase('0106')
  const coded = addresses.map((address) => asciiEmail(address))
  const people = `insert into members (email, first_name, last_name, screen_name, phone, registered_at)
    select email, 'Ann', 'Bell', 'ann ' || place, '', now() from unnest($1::text[]) with ordinality as given (email, place) order by place`
  await rows(people, [coded])
  await rows(`insert into cards (member_id, number, added_at)
    select m.id, number, now() from (select min(id) as id from members) m, unnest(array['ED0BA912', 'ed0ba912', '0004123', '4123']) number`)
  await update()
  const cards = await rows('select number, is_double from cards order by id')
  expect(cards.map((row) => Object.values(row).join(' '))).toEqual([
    'ED0BA912 true',
    'ed0ba912 true',
    '0004123 false',
    '4123 false',
  ])
  const members = await rows('select email from members order by id')
  expect(members.map((row) => Object.values(row).join(''))).toEqual(addresses)
})

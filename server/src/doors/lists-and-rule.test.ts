import { memberStates } from '@spacekeeper/contract/members/words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, localDay } from '#platform/local-day.ts'
import { findCardFacts } from '../access/card-facts.ts'
import { aGrant } from '../access/factory.ts'
import { missingFromList } from '../access/rules.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aCertificate, anAward } from '../training/factory.ts'
import { listTags } from './card-lists.ts'
import { aDoor } from './factory.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

const cardStates = ['active', 'lost', 'retired', null] as const

const either = [false, true]

/** Every combination of what can be true of a member, as far as it counts for a card. */
const everyCase = memberStates.flatMap((state) =>
  cardStates.flatMap((cardState) =>
    either.flatMap((isSuspended) =>
      either.flatMap((isOnSite) => either.map((isGranted) => ({ state, cardState, isSuspended, isOnSite, isGranted }))),
    ),
  ),
)

type Case = (typeof everyCase)[number]

const standings = ['none', 'held', 'expiring', 'over', 'ended'] as const

/** What could open the door is tried with every way to have the certificate that one of them asks for, or not. */
const allCases = everyCase.flatMap((facts) => {
  const opens = facts.state === 'active' && facts.cardState === 'active' && facts.isGranted && !facts.isSuspended
  return (opens ? standings : (['held'] as const)).map((standing) => ({ facts, standing }))
})

type CaseAt = {
  number: string
  deviceIds: readonly number[]
  certificateId: number
  standing: (typeof standings)[number]
}

const storeAward = async (memberId: number, { certificateId, standing }: CaseAt) => {
  if (standing === 'none') return
  const today = localDay(new Date(), await portal.ctx.settings.get('SITE_TIME_ZONE'))
  const expiresOn = { held: null, expiring: addDays(today, 1), over: today, ended: null }[standing]
  const { id } = await anAward(portal.db, { memberId, certificateId, expiresOn })
  if (standing === 'ended')
    await portal.db
      .updateTable('awards')
      .set({ ended_at: new Date(), end_kind: 'withdrawn' })
      .where('id', '=', id)
      .execute()
}

const storeCase = async (facts: Case, at: CaseAt) => {
  const { number, deviceIds } = at
  const { state, cardState, isSuspended, isOnSite, isGranted } = facts
  const cards = cardState === null ? [] : [number]
  const { id } = await aMember(portal.db, { state, cards, ...(isSuspended && { suspension: 'Why not.' }) })
  if (cardState === 'lost' || cardState === 'retired') {
    await portal.db
      .updateTable('cards')
      .set({ state: cardState, ended_at: new Date() })
      .where('number', '=', number)
      .execute()
  }
  if (isGranted) for (const deviceId of deviceIds) await aGrant(portal.db, { memberId: id, deviceId })
  await storeAward(id, at)
  if (isOnSite)
    await portal.db.insertInto('visits').values({ member_id: id, signed_in_at: new Date(), guests: [] }).execute()
}

const fittingCards = async (deviceId: number, numbers: readonly string[]) => {
  const fitting: string[] = []
  for (const card of numbers) {
    const facts = await findCardFacts(portal.ctx, { deviceId, card })
    if (facts && missingFromList(facts) === null) fitting.push(card)
  }
  return fitting.toSorted()
}

test('the query for lists and the rule agree, for every combination of facts', async () => {
  const priced = await aDoor(portal.db)
  // Prices are for machines: a row left at a door must not keep cards out of the one and in the other.
  await portal.db.insertInto('machine_prices').values({ device_id: priced.id, min_balance_cents: 500 }).execute()
  const exempt = await aDoor(portal.db, { isExemptFromSignin: true, isLockedOut: true })
  const asking = await aDoor(portal.db)
  const { id: certificateId } = await aCertificate(portal.db, { deviceIds: [asking.id] })
  const deviceIds = [priced.id, exempt.id, asking.id]
  const numbers = allCases.map((_, n) => String(1000 + n))
  for (const [n, { facts, standing }] of allCases.entries())
    await storeCase(facts, { number: numbers[n] ?? '', deviceIds, certificateId, standing })
  for (const value of either) {
    await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value })
    await expect.poll(() => portal.ctx.settings.get('REQUIRE_SITE_SIGN_IN')).toBe(value)
    const lists = await listTags(portal.ctx, deviceIds)
    for (const deviceId of deviceIds) {
      const fitting = await fittingCards(deviceId, numbers)
      expect(lists.get(deviceId)).toEqual(fitting)
      expect(await listTags(portal.ctx, [deviceId])).toEqual(new Map([[deviceId, fitting]]))
      expect(fitting.length).toBeGreaterThan(0)
    }
  }
})

import type { RehearsalStanding, StoryLine } from '@spacekeeper/contract/rehearsal/shapes.ts'
import type { RehearsalAct } from '@spacekeeper/contract/rehearsal/words.ts'
import { type FakeStripe, startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import { aMember } from '../members/factory.ts'
import { aPlan, aTier } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { createStep } from '../reminders/steps.ts'
import { readOffers } from './offers.ts'
import { openPlay, type Play } from './play.ts'
import { openRehearsals } from './rehearsals.testing.ts'

let space: TestPortal
let portal: TestPortal
let fake: FakeStripe
let play: Play
let last: RehearsalStanding

beforeAll(async () => {
  space = await startTestPortal()
  fake = await startStripe({ now: new Date('2027-01-31T02:00:00Z') })
  portal = await startTestPortal({ now: fake.now, stripeUrl: fake.url })
  portal.services.siteUrl = await portal.listen()
  const { id: tierId } = await aTier(space.db, { name: 'Makers' })
  const facts = { tierId, collectors: ['bank'] }
  await aPlan(space.db, { ...facts, name: 'Maker', costCents: 3100, joiningFeeCents: 1000 })
  await aPlan(space.db, { ...facts, name: 'Studio', costCents: 6200 })
  await createStep(space.ctx, {
    planId: null,
    offsetDays: 5,
    collectors: null,
    channel: 'email',
    subject: 'Please pay {amount}',
    text: 'Dear {name}, please pay.',
    action: 'none',
    unpaid: 'keep',
    isOn: true,
  })
  play = await openPlay(
    { services: portal.services, standIn: fake, runJobs: portal.runJobs },
    { offers: await readOffers(space.ctx), onStanding: (standing) => (last = standing) },
  )
})

afterAll(async () => {
  await portal?.close()
  await fake?.close()
  await space?.close()
})

const told = ({ day, kind, act, amountCents, about, state, on }: StoryLine) =>
  [day, kind, act, amountCents, kind === 'email' ? about : null, state, on].filter((part) => part !== null).join(' ')

/** Emails of one moment are written by jobs of their own, which may end in any order. */
const inOrder = (lines: readonly string[]): string[] => {
  const isMail = (line: string | undefined) => line?.includes(' email ') ?? false
  const runs: string[][] = []
  for (const line of lines) {
    const run = runs.at(-1)
    if (run && isMail(line) && isMail(run[0]) && run[0]?.slice(0, 10) === line.slice(0, 10)) run.push(line)
    else runs.push([line])
  }
  return runs.flatMap((run) => run.toSorted())
}

/** 31.00 a month from 31 January on, a joining fee of 10.00, seven days of grace, a reminder after five days. */
const year = [
  '2027-01-31 begun',
  '2027-01-31 act join',
  '2027-01-31 planBegun active',
  '2027-01-31 charge 1000 2027-01-31',
  '2027-01-31 charge 3100 2027-01-31',
  '2027-01-31 payment 4100',
  '2027-01-31 doorOpen',
  '2027-01-31 email Welcome to MemberMatters Portal',
  '2027-01-31 email Your billing method was saved',
  '2027-02-28 charge 3100 2027-02-28',
  '2027-02-28 payment 3100',
  '2027-03-31 charge 3100 2027-03-31',
  '2027-03-31 payment 3100',
  '2027-03-31 act failCard',
  '2027-04-30 charge 3100 2027-04-30',
  '2027-04-30 refused 3100 2027-05-03',
  '2027-04-30 email Your payment of $31.00 failed',
  '2027-05-03 refused 3100 2027-05-05',
  '2027-05-03 email Your payment of $31.00 failed',
  '2027-05-05 refused 3100 2027-05-07',
  '2027-05-05 email Your payment of $31.00 failed',
  '2027-05-07 planState pastDue',
  '2027-05-07 refused 3100',
  '2027-05-07 doorClosed',
  '2027-05-07 email Your access is disabled',
  '2027-05-07 email Your payment of $31.00 failed',
  '2027-05-07 act mendCard',
  '2027-05-07 planState active',
  '2027-05-07 payment 3100',
  '2027-05-07 doorOpen',
  '2027-05-07 email Your access is enabled',
  '2027-05-07 email Your billing method was saved',
  '2027-05-31 charge 3100 2027-05-31',
  '2027-05-31 payment 3100',
  '2027-06-30 charge 3100 2027-06-30',
  '2027-06-30 payment 3100',
  '2027-07-31 charge 3100 2027-07-31',
  '2027-07-31 payment 3100',
  '2027-08-31 charge 3100 2027-08-31',
  '2027-08-31 payment 3100',
  '2027-09-30 charge 3100 2027-09-30',
  '2027-09-30 payment 3100',
  '2027-10-31 charge 3100 2027-10-31',
  '2027-10-31 payment 3100',
  '2027-11-30 charge 3100 2027-11-30',
  '2027-11-30 payment 3100',
  '2027-12-07 act cancel',
  '2027-12-07 cancelled 2027-12-31',
  '2027-12-07 email Your plan is cancelled and ends on 31 December 2027',
  '2027-12-31 planState ended',
  '2027-12-31 doorClosed',
  '2027-12-31 email Your access is disabled',
]

test('a year of one member: joins, pays, fails, is reminded, loses access, pays, gets in again, cancels, ends', async () => {
  await play.play(() => Promise.resolve(true))
  expect(inOrder(last.story.map(told))).toEqual(inOrder(year))
  expect(last).toMatchObject({ today: '2028-01-31', isDoorOpen: false, owedCents: 0, card: 'good' })
  // The joining fee and eleven months.
  expect([last.paidHereCents, last.paidAtStripeCents]).toEqual([1000 + 11 * 3100, 1000 + 11 * 3100])
  expect(last.payments.every(({ atStripe, here }) => atStripe === here)).toBe(true)
})

test('a refund and a dispute show here what Stripe says', async () => {
  const order = (act: RehearsalAct) => play.act({ act, planId: null, way: 'card' })
  await order('join')
  await order('refund')
  expect([last.paidHereCents, last.paidAtStripeCents]).toEqual([1000 + 11 * 3100, 1000 + 11 * 3100])
  expect(last.acts).not.toContain('join')
  await order('dispute')
  expect(last.paidHereCents).toBe(last.paidAtStripeCents)
  await order('winDispute')
  expect([last.paidHereCents, last.paidAtStripeCents]).toEqual([1000 + 11 * 3100, 1000 + 11 * 3100])
})

/** Only what is offered is pressed. */
const act = async (name: RehearsalAct, more: { planId?: number; way?: 'card' | 'debit' } = {}) => {
  expect(last.acts).toContain(name)
  await play.act({ act: name, planId: more.planId ?? null, way: more.way ?? 'card' })
}
const isEven = () => last.paidHereCents === last.paidAtStripeCents

test('a card whose bank asks, a pause, a change of plan, a cancellation that is taken back and a card that runs out are played to the cent', async () => {
  const before = last.story.length
  const toldSince = () => last.story.slice(before)
  await act('askConfirmation')
  expect(last.card).toBe('needsConfirmation')
  // The period before was paid back: nothing is overdue until the bank asks.
  await play.move({ by: 'payment', to: null })
  expect(toldSince().map(told)).toEqual([
    '2028-01-31 act askConfirmation',
    '2028-02-29 charge 3100 2028-02-29',
    '2028-02-29 needsConfirmation 3100',
    '2028-02-29 doorOpen',
    '2028-02-29 email Please confirm your payment of $31.00',
    '2028-02-29 email Your access is enabled',
  ])
  await act('mendCard')
  expect([last.card, last.owedCents, isEven()]).toEqual(['good', 0, true])
  await act('pause')
  await play.move({ by: 'week', to: null })
  expect(last.plan?.state).toBe('paused')
  await act('endPause')
  expect([last.plan?.state, last.isDoorOpen, isEven()]).toEqual(['active', true, true])
  const other = last.plans.find(({ name }) => name !== last.plan?.name)
  await act('changePlan', { planId: other?.id ?? 0 })
  expect([last.plan?.name, isEven()]).toEqual([other?.name, true])
  await act('cancel')
  await act('takeBack')
  expect([last.acts.includes('cancel'), isEven()]).toEqual([true, true])
  await act('expireCard')
  expect(last.card).toBe('expiring')
  expect(toldSince().filter(({ kind }) => kind === 'impossible')).toEqual([])
})

test('a plan by bank debit begins while its money is on its way, and comes out even once it has arrived', async () => {
  await act('cancel')
  await play.move({ by: 'date', to: addDays(last.today, 40) })
  expect(last.plan?.state).toBe('ended')
  const [paidBefore, begun] = [last.paidHereCents, last.story.length]
  await act('join', { way: 'debit' })
  expect([last.card, last.plan?.state, last.isDoorOpen]).toEqual(['account', 'active', true])
  await play.move({ by: 'week', to: null })
  expect(isEven()).toBe(true)
  expect(last.paidHereCents).toBeGreaterThan(paidBefore)
  expect(last.story.slice(begun).filter(({ kind }) => kind === 'impossible' || kind === 'refused')).toEqual([])
})

test('its process plays apart from the portal, copies no people, and leaves nothing behind', async () => {
  const { rehearsals, folders, untilState } = openRehearsals(space.services)
  await rehearsals.start()
  await untilState('ready')
  expect(folders()).toHaveLength(1)
  rehearsals.order({ kind: 'act', act: 'join', planId: null, way: 'card' })
  expect(() => rehearsals.order({ kind: 'tour' })).toThrow('rehearsalBusy')
  await untilState('ready')
  expect(rehearsals.describe().standing).toMatchObject({
    isDoorOpen: true,
    paidHereCents: 4100,
    paidAtStripeCents: 4100,
  })
  const members = await space.db.selectFrom('members').select('email').execute()
  expect(members.map(({ email }) => email)).not.toContain('robin@example.org')
  await rehearsals.end()
  expect(folders()).toEqual([])
  expect(rehearsals.describe()).toMatchObject({ state: 'none', standing: null })
})

test('only who manages money rehearses, and a portal without a process of its own says that it can’t', async () => {
  const { id } = await aMember(space.db, { permissions: ['members'] })
  await expect((await space.as(id)).rehearsal.get()).rejects.toMatchObject({ code: 'notAllowed' })
  const treasurer = await space.as((await aMember(space.db, { permissions: ['money'] })).id)
  expect(await treasurer.rehearsal.get()).toMatchObject({ state: 'impossible' })
  await expect(treasurer.rehearsal.start()).rejects.toMatchObject({ code: 'rehearsalImpossible' })
  await expect(treasurer.rehearsal.tour()).rejects.toMatchObject({ code: 'rehearsalGone' })
})

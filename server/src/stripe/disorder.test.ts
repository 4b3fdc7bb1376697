import { startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { addDays, type Day, daysBetween, localDay } from '#platform/local-day.ts'
import { findBookFaults } from '../billing/money-faults.testing.ts'
import { runBilling } from '../billing/subscriptions/nightly.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal } from '../portal.testing.ts'
import { randomOf, someOf } from '../random-runs.testing.ts'
import { createRandom, type Random } from '../seed/random.ts'
import { changeSetting } from '../settings/settings.ts'
import { ensureCustomer } from './customers.ts'
import { objectOf } from './events/event-roots.ts'
import { keepEvent } from './events/webhooks.ts'
import { reconcile } from './reconciliation.ts'
import { dateScenes, dealStories, join, makeOffers, type StripePlace, type YearStory } from './year.testing.ts'

/** How the events about a member arrive. In disorder: twice, up to days late, and mixed. */
type Manner = 'in order' | 'in disorder' | 'never'

type Person = { story: YearStory; manner: Manner; memberId: number; customer: string }
type Waiting = { event: Stripe.Event; on: Day; place?: number }

type Play = StripePlace & { zone: string; random: Random; people: Person[]; isCompared: boolean }

const day = (play: Play): Day => localDay(play.fake.now(), play.zone)

type LastEvent = { last: Stripe.Event | undefined }

/** An event that is no longer listed is no place to go on from. */
const listedMs = 29 * 86_400_000

/** All events since the last look, oldest first. */
const takeEvents = async ({ stripe, fake }: StripePlace, seen: LastEvent): Promise<Stripe.Event[]> => {
  const taken: Stripe.Event[] = []
  for (;;) {
    const { last } = seen
    const isListed = last !== undefined && fake.now().getTime() - last.created * 1000 < listedMs
    const page = await stripe.events.list({
      limit: 100,
      ...(last && (isListed ? { ending_before: last.id } : { created: { gt: last.created } })),
    })
    const [newest] = page.data
    if (!newest) return taken
    taken.push(...page.data.toReversed())
    if (!isListed && page.has_more) throw new Error('looked too late')
    seen.last = newest
  }
}

/** Which member an event is about: it names their customer, or a payment that was seen to be theirs. */
const createOwners = (people: readonly Person[]) => {
  const seen = new Map<string, Person>()
  return (event: Stripe.Event): Person | undefined => {
    const { root } = objectOf(event)
    const text = JSON.stringify(event.data.object)
    const owner = people.find(({ customer }) => text.includes(customer)) ?? seen.get(root ?? '')
    if (owner && root) seen.set(root, owner)
    return owner
  }
}

/** Up to so many days an event is late. */
const latest = 4

/** Holds back, repeats and mixes the events, as each member's manner says. */
const createPost = (play: Play) => {
  const seen: LastEvent = { last: undefined }
  const ownerOf = createOwners(play.people)
  let waiting: Waiting[] = []
  const take = async (today: Day) => {
    for (const event of await takeEvents(play, seen)) {
      const manner = ownerOf(event)?.manner
      if (manner === 'in order') waiting.push({ event, on: today })
      if (manner === 'in disorder') {
        const days = [play.random.whole(0, latest), play.random.whole(0, latest)]
        waiting.push(...days.map((late) => ({ event, on: addDays(today, late), place: play.random.next() })))
      }
    }
  }
  return async (): Promise<void> => {
    const today = day(play)
    await take(today)
    const due = waiting.filter(({ on }) => on <= today)
    waiting = waiting.filter(({ on }) => on > today)
    for (const { event } of due.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0)))
      await keepEvent(play.portal.ctx, event)
  }
}

const openPlace = async (currency: StripePlace['currency'], zone: string) => {
  const fake = await startStripe({
    now: new Date('2027-01-31T02:00:00Z'),
    account: { country: currency === 'AUD' ? 'AU' : 'DE', currency: currency.toLowerCase() },
  })
  fake.faults.add({ what: 'loseWebhook', times: 1e9 })
  const portal = await startTestPortal({ now: fake.now, stripeUrl: fake.url })
  for (const [key, value] of [
    ['SITE_TIME_ZONE', zone],
    ['STRIPE_SECRET_KEY', fake.secretKey],
    ['STRIPE_PUBLISHABLE_KEY', fake.publishableKey],
    ['ENABLE_STRIPE', true],
  ] as const) {
    await changeSetting(portal.ctx, { key, value })
  }
  const stripe = new Stripe(fake.secretKey, fake.client)
  await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:1/', enabled_events: ['*'] })
  return { fake, portal, stripe, currency, plans: await makeOffers(portal, currency) }
}

const endOf = async ({ portal, stripe }: Play, { memberId, customer }: Person) => {
  const subscriptions = await portal.db
    .selectFrom('subscriptions')
    .select([
      'state',
      'plan_id',
      'collector',
      'started_on',
      'paid_through',
      'charged_through',
      'has_access',
      'cancel_on',
    ])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  const charges = await portal.db
    .selectFrom('charges')
    .select(['kind', 'period', 'amount_cents', 'paid_cents', 'state'])
    .where('member_id', '=', memberId)
    .where('state', '<>', 'void')
    .execute()
  const payments = await portal.db
    .selectFrom('payments')
    .select(['method', 'amount_cents'])
    .where('member_id', '=', memberId)
    .execute()
  const intents = await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 })
  const atStripe = await sumAtStripe(stripe, intents)
  const byProcessor = payments.filter(({ method }) => method === 'card' || method === 'directDebit')
  const here = byProcessor.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
  return {
    subscriptions,
    charges: charges
      .map((one) => `${one.period ?? one.kind} ${one.paid_cents}/${one.amount_cents} ${one.state}`)
      .toSorted(),
    payments: payments.map(({ method, amount_cents: cents }) => `${method} ${cents}`).toSorted(),
    money: { here, atStripe },
  }
}

/** What Stripe took of a member and did not give back, which the bank of the payer does by itself. */
const sumAtStripe = async (stripe: Stripe, charges: readonly Stripe.Charge[]): Promise<number> => {
  let sum = 0
  for (const { id, status, amount, amount_refunded: refunded, disputed } of charges) {
    if (status !== 'succeeded') continue
    const { data } = disputed ? await stripe.disputes.list({ charge: id }) : { data: [] }
    const isTaken = data.some((one) => one.status !== 'won')
    sum += isTaken ? 0 : amount - refunded
  }
  return sum
}

type YearOptions = {
  zone: string
  currency: StripePlace['currency']
  manners: readonly Manner[]
  stories: readonly YearStory['name'][]
}

const prepare = async (seed: string, { zone, currency, manners, stories }: YearOptions): Promise<Play> => {
  const place = await openPlace(currency, zone)
  const told = dealStories(createRandom(seed)).filter(({ name }) => stories.includes(name))
  const people: Person[] = []
  for (const manner of manners) {
    for (const story of told) {
      const { id: memberId } = await aMember(place.portal.db, { state: 'active' })
      people.push({ story, manner, memberId, customer: await ensureCustomer(place.portal.ctx, memberId) })
    }
  }
  return { ...place, zone, random: randomOf(`${seed} post`), people, isCompared: manners.includes('never') }
}

type Player = { year: Play; settle: () => Promise<void>; post: () => Promise<void> }

const playerOf = (year: Play): Player => {
  const post = createPost(year)
  const settle = async () => {
    for (let round = 0; round < 2; round += 1) {
      await post()
      await year.portal.runJobs()
    }
  }
  return { year, post, settle }
}

const begin = async ({ year, settle }: Player): Promise<void> => {
  for (const { story, memberId } of year.people) await story.begin(year, memberId)
  await year.portal.runJobs()
  for (const { memberId } of year.people) await join(year, memberId)
  await settle()
}

/** Some days pass, with what the last of their nights does. */
const pass = async ({ year, post }: Player, days: number): Promise<void> => {
  const { fake, portal } = year
  await fake.advance(new Date(fake.now().getTime() + days * 86_400_000))
  if (year.isCompared) await reconcile(portal.ctx)
  await runBilling(portal.ctx)
  await post()
  await portal.runJobs()
}

const runYear = async (player: Player): Promise<void> => {
  const { year, settle } = player
  const acts = year.people.flatMap((person) => dateScenes(person.story.scenes).map((dated) => ({ ...dated, person })))
  const days = [...new Set(acts.map(({ on }) => on))].toSorted()
  const last = addDays(days.at(-1) ?? '', 40)
  for (let today = day(year); today < last; today = day(year)) {
    const next = days.find((on) => on > today) ?? addDays(today, 4)
    await pass(player, Math.min(4, daysBetween(today, next)))
    const due = acts.filter(({ on }) => on === day(year))
    for (const { person, do: act } of due) await act(year, person.memberId)
    if (due.length > 0) await settle()
  }
  for (let night = 0; night <= latest; night += 1) await pass(player, 1)
}

/** Plays the stories of all; what each has come to. */
const play = async (seed: string, options: YearOptions) => {
  const year = await prepare(seed, options)
  const player = playerOf(year)
  try {
    await begin(player)
    await runYear(player)
    expect(await findBookFaults(year.portal.db, day(year))).toEqual([])
    const ends = []
    for (const person of year.people) {
      ends.push({ story: person.story.name, manner: person.manner, ...(await endOf(year, person)) })
    }
    return ends
  } finally {
    await year.portal.close()
    await year.fake.close()
  }
}

const endsOf = (ends: Awaited<ReturnType<typeof play>>, wanted: Manner) =>
  ends.filter(({ manner }) => manner === wanted).map(({ manner: _, ...end }) => end)

const moneyOf = (ends: ReturnType<typeof endsOf>, where: 'here' | 'atStripe') =>
  ends.map(({ story, money }) => ({ story, cents: money[where] }))

test('a year of cards and debits ends the same with its events twice, days late and out of order, equal to Stripe to the cent', async () => {
  const ends = await play('first', {
    zone: 'Australia/Brisbane',
    currency: 'AUD',
    manners: ['in order', 'in disorder'],
    stories: someOf('stories in disorder', ['first card', 'second card', 'debit']),
  })
  const expected = endsOf(ends, 'in order')
  expect(moneyOf(expected, 'here')).toEqual(moneyOf(expected, 'atStripe'))
  expect(endsOf(ends, 'in disorder')).toEqual(expected)
})

test('a year in Berlin ends the same without any event, because each night Stripe is compared', async () => {
  const ends = await play('first Berlin', {
    zone: 'Europe/Berlin',
    currency: 'EUR',
    manners: ['in order', 'never'],
    stories: someOf('stories without events', ['first card', 'debit']),
  })
  const expected = endsOf(ends, 'in order')
  expect(moneyOf(expected, 'here')).toEqual(moneyOf(expected, 'atStripe'))
  expect(endsOf(ends, 'never')).toEqual(expected)
})

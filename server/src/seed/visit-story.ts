import { describePurchase } from '../vending/rules.ts'
import type { PlannedVisit } from './calendar.ts'
import type { CastMember } from './cast.ts'
import { isMachine, machineFacts, useMachine } from './machine-story.ts'
import type { PlaceName } from './people.ts'
import { createRandom, type Random } from './random.ts'
import type { Scene } from './scene.ts'

const minuteMs = 60_000
const later = (at: Date, minutes: number) => new Date(at.getTime() + Math.round(minutes * 60) * 1000)

type Swiping = {
  member: CastMember
  place: PlaceName
  at: Date
  refusal?: 'noGrant' | 'notSignedIn' | 'balanceTooLow' | 'staleList'
}

const swipe = ({ story, places, isLockedOut }: Scene, { member, place, at, refusal }: Swiping) => {
  const reason = refusal ?? (isLockedOut(place, at) ? 'lockedOut' : null)
  story.swipes.push({
    device_id: places[place].id,
    member_id: member.id,
    card_number: member.card,
    outcome: reason === null ? 'granted' : reason === 'lockedOut' ? 'lockedOut' : 'refused',
    refusal: reason,
    swiped_at: at,
  })
}

/** Paying in at the desk: seldom too late, by some never lately. */
const topUp = (scene: Scene, { member, at, random }: { member: CastMember; at: Date; random: Random }) => {
  const { story, treasurer, deputy, now } = scene
  const daysAgo = (now.getTime() - at.getTime()) / (1440 * minuteMs)
  if (member.pays === 'none' || (member.pays === 'late' && daysAgo < 75)) return
  if (story.balanceOf(member.id) > 450 || random.chance(0.25)) return
  const isBank = random.chance(0.3)
  payIn(scene, {
    member,
    at,
    by: (member === treasurer ? deputy : treasurer).id,
    amountCents: member.isPersona ? 1000 : random.pick([1000, 2000, 2000, 3000, 5000]),
    type: isBank ? 'bank' : 'cash',
    description: isBank ? 'Bank transfer' : 'Cash at the desk',
  })
}

type DeskPayment = {
  member: CastMember
  at: Date
  by: number
  amountCents: number
  type: 'cash' | 'bank'
  description: string
}

export const payIn = ({ story }: Scene, { member, by, ...paid }: DeskPayment): void => {
  const staff = { source: 'staff', contraAccount: paid.type, by, deviceId: null, key: null, reverses: null } as const
  story.move({ ...paid, ...staff, memberId: member.id })
  story.events.push({
    at: paid.at,
    event: 'memberbucks.booked',
    by,
    subject: { kind: 'member', id: member.id },
    data: {
      amountCents: paid.amountCents,
      balanceCents: story.balanceOf(member.id),
      type: paid.type,
      description: paid.description,
    },
  })
}

const buy = (scene: Scene, { member, at, random }: { member: CastMember; at: Date; random: Random }) => {
  const { story, places, products } = scene
  const [first, second] = products
  const product = random.chance(0.4) ? first : random.chance(0.5) ? second : random.pick(products)
  if (!product) return
  if (story.balanceOf(member.id) < product.priceCents) {
    swipe(scene, { member, place: 'drinks', at, refusal: 'balanceTooLow' })
    return
  }
  const words = { kind: 'debit' as const, product: product.name, deviceName: places.drinks.name, description: '' }
  story.purchases.push({
    device_id: places.drinks.id,
    member_id: member.id,
    kind: 'debit',
    amount_cents: product.priceCents,
    product_id: product.id,
    product_external_id: product.slot,
    listed_price_cents: product.priceCents,
    cost_price_cents: product.costPriceCents,
    took_stock: product.isCounted,
    purchased_at: at,
    movement: story.move({
      at,
      memberId: member.id,
      amountCents: -product.priceCents,
      type: 'card',
      source: 'device',
      contraAccount: 'vendingIncome',
      description: describePurchase(words),
      by: 'device',
      deviceId: places.drinks.id,
      key: null,
      reverses: null,
    }),
  })
}

const bought = [
  { description: 'Plywood offcut', cents: 650 },
  { description: 'Filament, 80 g', cents: 240 },
  { description: 'Two sheets of acrylic', cents: 900 },
  { description: 'Bolts and washers', cents: 120 },
  { description: 'Sanding discs', cents: 300 },
]
const gifts = [
  { description: 'For the coffee tin', cents: 200 },
  { description: 'New blades for the saw', cents: 500 },
  { description: '', cents: 300 },
]

/** What is paid for or given from a phone: material from the shelf, now and then a donation. */
const payInPortal = ({ story }: Scene, { member, at }: { member: CastMember; at: Date }) => {
  const random = createRandom(`phone ${member.id} ${at.getTime()}`)
  const isGift = random.chance(0.3)
  const { description, cents } = random.pick(isGift ? gifts : bought)
  if (story.balanceOf(member.id) < cents) return
  story.move({
    at,
    memberId: member.id,
    amountCents: -cents,
    type: 'web',
    source: 'member',
    contraAccount: isGift ? 'donation' : 'vendingIncome',
    description,
    by: member.id,
    deviceId: null,
    key: null,
    reverses: null,
  })
  story.events.push({
    at,
    event: isGift ? 'memberbucks.donated' : 'memberbucks.paid',
    by: member.id,
    subject: { kind: 'member', id: member.id },
    data: { amountCents: -cents, balanceCents: story.balanceOf(member.id), description },
  })
}

/** What is busy until when: a machine serves one member at a time, and a forgotten visit lasts a day. */
export type Busy = Map<string, number>

/** Uses of the machines a member was shown, one after the other, as far as there is time. */
const work = (scene: Scene, { visit, busy, random }: { visit: PlannedVisit; busy: Busy; random: Random }): Date => {
  const { member, from, until } = visit
  const end = until ?? scene.now
  let at = later(from, random.between(8, 30))
  for (const place of member.uses.filter(isMachine)) {
    const { share, minutes } = machineFacts[place]
    const rounds = place === 'saw' ? random.whole(1, 3) : 1
    for (let round = 0; round < rounds && random.chance(share); round += 1) {
      const start = new Date(Math.max(at.getTime(), (busy.get(place) ?? 0) + 2 * minuteMs))
      // A kiln goes on when its owner has left.
      if (place !== 'kiln' && later(start, minutes[1]).getTime() > end.getTime()) break
      if (place === 'kiln' && later(start, minutes[1]).getTime() > scene.now.getTime()) break
      const lowest = scene.prices[place].minBalanceCents
      const isTooLow = lowest !== null && scene.story.balanceOf(member.id) < lowest
      if (isTooLow || scene.isLockedOut(place, start)) {
        swipe(scene, { member, place, at: start, ...(isTooLow && { refusal: 'balanceTooLow' }) })
        break
      }
      const ended = useMachine(scene, { member, place, at: start, random })
      busy.set(place, ended.getTime())
      at = later(place === 'kiln' ? start : ended, random.between(2, 15))
    }
  }
  return at
}

const signInAndOut = (
  { story, now }: Scene,
  { visit, busy, random }: { visit: PlannedVisit; busy: Busy; random: Random },
) => {
  const { member, from, until } = visit
  const guests = random.chance(0.04) ? [random.pick(['Sam', 'My sister', 'Robin from work', 'A neighbour'])] : []
  const isForgotten = until !== null && !member.isPersona && random.chance(0.012) && later(from, 1560) < now
  const out = isForgotten
    ? new Date(Math.ceil((from.getTime() + 1440 * minuteMs) / 3_600_000) * 3_600_000 + 10 * minuteMs)
    : until
  story.visits.push({ member_id: member.id, signed_in_at: from, signed_out_at: out, guests })
  const subject = { kind: 'member', id: member.id }
  story.events.push({ at: from, event: 'visit.signedIn', by: member.id, subject, data: { guests: guests.length } })
  if (out === null) return
  busy.set(`visit ${member.id}`, out.getTime())
  const ended = { at: out, subject }
  story.events.push(
    isForgotten
      ? { ...ended, event: 'visit.forgotten', by: 'system' }
      : { ...ended, event: 'visit.signedOut', by: member.id },
  )
}

/** A visit from the front door to the way home. Visits are told in the order they began. */
export const tellVisit = (scene: Scene, { visit, busy }: { visit: PlannedVisit; busy: Busy }): void => {
  const { member, from, until } = visit
  if ((busy.get(`visit ${member.id}`) ?? 0) > from.getTime()) return
  const random = createRandom(`visit ${member.id} ${Math.round((scene.now.getTime() - from.getTime()) / minuteMs)}`)
  const end = until ?? scene.now
  const doors = member.uses.filter((place) => !isMachine(place))
  if (random.chance(0.01)) swipe(scene, { member, place: 'front', at: later(from, -1.6), refusal: 'staleList' })
  swipe(scene, { member, place: 'front', at: later(from, -random.between(0.5, 1.4)) })
  const [door] = doors
  if (door && random.chance(0.04)) swipe(scene, { member, place: door, at: later(from, -0.3), refusal: 'notSignedIn' })
  signInAndOut(scene, { visit, busy, random })
  if (random.chance(0.15)) {
    const subject = { kind: 'member', id: member.id }
    scene.story.events.push({
      at: later(from, -random.between(30, 300)),
      event: 'account.loggedIn',
      by: member.id,
      subject,
      data: { address: `203.0.113.${(member.id * 3) % 250}` },
    })
  }
  const stray = (['woodshop', 'metal', 'electronics'] as const).find((place) => !member.uses.includes(place))
  if (stray && !member.isPersona && random.chance(0.012))
    swipe(scene, { member, place: stray, at: later(from, 3), refusal: 'noGrant' })
  for (const place of doors) {
    for (let times = random.whole(1, 3); times > 0; times -= 1) {
      const at = later(from, random.between(1, 100))
      if (at < end) swipe(scene, { member, place, at })
    }
  }
  topUp(scene, { member, at: later(from, 4), random })
  const free = work(scene, { visit, busy, random })
  const thirstyAt = later(free, random.between(1, 40))
  if (member.pays !== 'none' && random.chance(0.5) && thirstyAt < end) buy(scene, { member, at: thirstyAt, random })
  const leaving = later(thirstyAt, 1)
  if (member.pays !== 'none' && leaving < end && random.chance(0.12)) payInPortal(scene, { member, at: leaving })
}

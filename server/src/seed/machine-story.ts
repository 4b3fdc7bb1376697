import { costOf, describeUse } from '../interlocks/rules.ts'
import type { CastMember } from './cast.ts'
import type { PlaceName } from './people.ts'
import { uuidOf, type Random } from './random.ts'
import type { MachinePlace, Scene } from './scene.ts'

/** How long members work at a machine, what it draws, and how often they start it. */
export const machineFacts: Record<MachinePlace, { minutes: [number, number]; kilowatts: number; share: number }> = {
  saw: { minutes: [3, 38], kilowatts: 1.4, share: 0.55 },
  extractor: { minutes: [4, 45], kilowatts: 1.1, share: 0.25 },
  laser: { minutes: [6, 70], kilowatts: 0.9, share: 0.45 },
  kiln: { minutes: [200, 420], kilowatts: 3.2, share: 0.12 },
}

export const isMachine = (place: PlaceName): place is MachinePlace => Object.hasOwn(machineFacts, place)

type MachineUse = { member: CastMember; place: MachinePlace; at: Date; random: Random }

/** Nearly every use ends with a card. */
const endings: readonly ('card' | 'device' | 'lost')[] = [
  ...Array.from({ length: 26 }, () => 'card' as const),
  'device',
  'lost',
]

/** How long it ran, what it took, and who ended it. */
const useOf = ({ prices }: Scene, { place, at, random }: MachineUse) => {
  const { minutes, kilowatts } = machineFacts[place]
  const { maxMinutes, ...price } = prices[place]
  const durationMs = Math.round(Math.min(random.between(...minutes), maxMinutes ?? Infinity) * 60) * 1000
  const energyMwh = Math.round(kilowatts * random.between(0.5, 0.95) * (durationMs / 3_600_000) * 1_000_000)
  const costCents = costOf({ durationMs, energyMwh, prices: price })
  // The dust extractor is a relay, which members switch in the portal.
  const byHand = random.pick(endings)
  const reason = place === 'extractor' ? ('portal' as const) : byHand
  return { durationMs, energyMwh, costCents, reason, end: new Date(at.getTime() + durationMs), price, maxMinutes }
}

type FinishedUse = ReturnType<typeof useOf> & { id: string }

/** What the meter of the laser cutter once counted too much, and how long ago at most. */
const jump = { mwh: 212_400_000, days: 6 }

/** Its meter jumped in one use of the last days, so staff decide what that costs. */
const isHeld = ({ story, now }: Scene, { member, place, at }: MachineUse) =>
  place === 'laser' &&
  !member.isPersona &&
  now.getTime() - at.getTime() < jump.days * 24 * 3_600_000 &&
  !story.uses.some(({ review }) => review === 'waiting')

const payFor = ({ story, places }: Scene, { member, place }: MachineUse, use: FinishedUse) => {
  if (use.costCents === 0) return null
  const { id: deviceId, name: deviceName } = places[place]
  return story.move({
    at: use.end,
    memberId: member.id,
    amountCents: -use.costCents,
    type: 'interlock',
    source: 'device',
    contraAccount: 'machineIncome',
    description: describeUse({ deviceName, durationMs: use.durationMs }),
    by: use.reason === 'portal' ? member.id : 'device',
    deviceId,
    key: `interlock ${use.id}`,
    reverses: null,
  })
}

/** One use of a machine, with its entry in the ledger; when it was over. */
export const useMachine = (scene: Scene, started: MachineUse): Date => {
  const { story, places } = scene
  const { member, place, at } = started
  const use = { ...useOf(scene, started), id: uuidOf(`${place} ${member.id} ${at.getTime()}`) }
  const { end, reason, price } = use
  const isWaiting = isHeld(scene, started)
  const isEndedByMember = reason === 'card' || reason === 'portal'
  story.uses.push({
    id: use.id,
    device_id: places[place].id,
    member_id: member.id,
    started_at: at,
    last_heard_at: end,
    ended_at: end,
    ended_by_id: isEndedByMember ? member.id : null,
    end_reason: reason,
    energy_mwh: use.energyMwh,
    cost_per_session_cents: price.perSessionCents,
    cost_per_hour_cents: price.perHourCents,
    cost_per_kwh_cents: price.perKwhCents,
    max_session_minutes: use.maxMinutes,
    jump_mwh: isWaiting ? jump.mwh : 0,
    review: isWaiting ? 'waiting' : null,
    cost_cents: isWaiting ? 0 : use.costCents,
    movement: isWaiting ? null : payFor(scene, started, use),
  })
  if (reason === 'portal') {
    const subject = { kind: 'device', id: places[place].id }
    story.events.push({ at, event: 'interlock.started', by: member.id, subject })
    story.events.push({ at: end, event: 'interlock.stopped', by: member.id, subject })
  }
  return end
}

import { storyDays } from './calendar.ts'
import { memberNamed, timeOn, type CastMember } from './cast.ts'
import { createRandom } from './random.ts'
import type { Telling } from './scene.ts'

/** Cards of tram companies and libraries that people hold to a door by mistake, and those not assigned yet. */
const unknownCards = ({ story, places, now }: Telling) => {
  const random = createRandom('unknown cards')
  for (let daysAgo = storyDays; daysAgo > 0; daysAgo -= 1) {
    if (!random.chance(0.22)) continue
    const [number, at] = [
      `04${random.whole(10_000_000, 99_999_999)}`,
      timeOn(now, { daysAgo, hour: random.around(18, 4) }),
    ]
    const place = random.pick(['front', 'front', 'front', 'woodshop', 'electronics'] as const)
    const swipe = { device_id: places[place].id, member_id: null, card_number: number, outcome: 'refused' as const }
    story.swipes.push({ ...swipe, refusal: 'unknownCard', swiped_at: at })
  }
}

/** Those whose membership is over try it once or twice more; how often, and when. */
const formerCards = ({ story, cast, places, now }: Telling) => {
  const tries: { member: CastMember; at: Date }[] = []
  for (const member of cast) {
    if (member.leftAt === null) continue
    const random = createRandom(`tries ${member.id}`)
    const since = (now.getTime() - member.leftAt.getTime()) / 86_400_000
    for (let left = random.whole(1, 3); left > 0; left -= 1) {
      const at = timeOn(now, {
        daysAgo: Math.ceil(random.between(0.3, Math.min(since, 30)) - 1) + 1,
        hour: random.around(18, 3),
      })
      if (at <= member.leftAt || at >= now) continue
      story.swipes.push({
        device_id: places.front.id,
        member_id: member.id,
        card_number: member.card,
        outcome: 'refused',
        refusal: member.suspendedBecause === null ? 'notActive' : 'suspended',
        swiped_at: at,
      })
      tries.push({ member, at })
    }
  }
  return tries
}

/** Swipes of cards that open nothing. Those of former members come back: they got a text message. */
export const tellOtherCards = (told: Telling) => {
  unknownCards(told)
  // The newest of all is one of those that wait to be assigned.
  const { story, places, now, cast } = told
  story.swipes.push({
    device_id: places.front.id,
    member_id: null,
    card_number: '0471830266',
    outcome: 'refused',
    refusal: 'unknownCard',
    swiped_at: new Date(now.getTime() - 9 * 60_000),
  })
  const hyun = memberNamed(cast, 'Hyun-woo')
  story.swipes.push({
    device_id: places.woodshop.id,
    member_id: hyun.id,
    card_number: hyun.card,
    outcome: 'refused',
    refusal: 'noGrant',
    swiped_at: timeOn(now, { daysAgo: 1, hour: 19.1 }),
  })
  return formerCards(told)
}

import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { Ctx, Services } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { countAtDevice } from '../devices/device-counts.ts'
import { textMemberJob } from '../messages/texts.ts'
import { tellOfDoings } from '../webhooks/doings.ts'
import { postNews } from './chat-lines.ts'
import { pushRefusal } from './refusal-push.ts'
import { swipeOutcomeOf } from './rules.ts'
import { swipeWords } from './swipe-words.ts'
import { playTheme } from './themes.ts'

/** At most so often: a notice takes a lock that all transactions of the database share. */
const announceEveryMs = 100

/**
 * Tells open screens that there are new swipes, and those of the members whose cards they were that a refusal is to be
 * explained, or is settled: the first at once, a rush of them together.
 */
const announceSwipes = (services: Services): ((memberId: number | null) => void) => {
  let isResting = false
  let isWanted = false
  const memberIds = new Set<number>()

  const tell = () => {
    isResting = true
    isWanted = false
    const own = [...memberIds].map((memberId) => screens.notice({ topic: 'refusals', audience: { memberId } }))
    memberIds.clear()
    services.live
      .send([screens.notice({ topic: 'swipes', audience: 'activeMembers' }), ...own])
      .catch((error: unknown) => services.log.warn({ err: error }, 'screens were not told of a swipe'))
    setTimeout(() => {
      isResting = false
      if (isWanted) tell()
    }, announceEveryMs).unref()
  }
  return (memberId) => {
    if (memberId !== null) memberIds.add(memberId)
    if (isResting) isWanted = true
    else tell()
  }
}

/** What a card, or a member at a screen, did at a device. */
export type SwipeResult = {
  deviceId: number
  /** Null for a card that belongs to no member. */
  memberId: number | null
  /** Null when it was let in, started or sold. */
  refusal: Refusal | null
  /** What a vending machine sold; null where it named nothing. */
  product?: string | null
  /** Sends a door its list again, as it may have refused the card by an old one. */
  resendList?: () => Promise<void>
}

type RefusedMember = { memberId: number; deviceId: number; refusal: Refusal }

const addText = async (ctx: Ctx, { memberId, deviceId, refusal }: RefusedMember) => {
  const occasion = refusals[refusal].text
  if (occasion === null || !(await ctx.settings.get('SMS_ENABLE'))) return
  await record(ctx, async (work) => ({ result: await addJob(work, textMemberJob, { memberId, occasion, deviceId }) }))
}

/** Tells a member why the card was refused: by text message if the site wants that, on their devices if they do. */
const tellRefused = (ctx: Ctx, refused: RefusedMember): void => {
  addText(ctx, refused).catch((error: unknown) => ctx.log.warn({ err: error }, 'a refused swipe was not texted'))
  pushRefusal(ctx, refused).catch((error: unknown) => ctx.log.warn({ err: error }, 'a refused swipe was not pushed'))
}

/** For metrics, in memory: how cards fared at a device. */
const countSwipe = (kind: DeviceKind, { deviceId, refusal }: Pick<SwipeResult, 'deviceId' | 'refusal'>): void => {
  const isIn = refusal === null
  countAtDevice(isIn ? 'mm_device_access_successes_total' : 'mm_device_access_failures_total', deviceId)
  if (kind !== 'interlock') return
  countAtDevice(
    isIn ? 'mm_device_interlock_session_activations_total' : 'mm_device_interlock_sessions_rejected_total',
    deviceId,
  )
}

/**
 * Everything that follows a swipe at a device of this kind: open screens, the chats, the member's theme, other systems, a message
 * about a refusal, a new list for the door. Called once the device has its answer. Nothing is waited for but the list,
 * because the next message of a door is answered after it; what fails is logged.
 */
export const afterSwipe = (
  services: Services,
  kind: DeviceKind,
): ((ctx: Ctx, swiped: SwipeResult) => Promise<void>) => {
  const announce = announceSwipes(services)
  const post = postNews(services, swipeWords(kind))
  const tellWebhooks = tellOfDoings(services)

  return async (ctx, { deviceId, memberId, refusal, product = null, resendList }) => {
    const outcome = swipeOutcomeOf(refusal)
    countSwipe(kind, { deviceId, refusal })
    // The use of a machine and a purchase are no swipes, and their own transactions tell screens of them.
    if (kind === 'door' || refusal !== null) announce(memberId)
    if (memberId === null) return
    tellWebhooks()
    post({ deviceId, memberId, at: ctx.now(), outcome, product })
    if (refusal !== null) tellRefused(ctx, { memberId, deviceId, refusal })
    else if (kind !== 'memberbucks') playTheme(ctx, { memberId, deviceId })
    if (outcome === 'refused') await resendList?.()
  }
}

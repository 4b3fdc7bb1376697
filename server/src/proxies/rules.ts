/** What decides about a meeting's proxies. */
export type MeetingTimes = {
  startsAt: Date
  openedAt: Date | null
  closedAt: Date | null
  cancelledAt: Date | null
}

export type MeetingStage = 'coming' | 'begun' | 'over' | 'cancelled'

const hourMs = 3_600_000

/** A meeting that staff neither opened nor closed is over a day after it was to begin. */
export const meetingStage = ({ startsAt, openedAt, closedAt, cancelledAt }: MeetingTimes, now: Date): MeetingStage => {
  if (cancelledAt !== null) return 'cancelled'
  if (closedAt !== null) return 'over'
  if (openedAt !== null) return 'begun'
  if (startsAt > now) return 'coming'
  return now.getTime() - startsAt.getTime() > 24 * hourMs ? 'over' : 'begun'
}

/** Until when members give proxies. */
export const proxiesCloseAt = (startsAt: Date, deadlineHours: number): Date =>
  new Date(startsAt.getTime() - deadlineHours * hourMs)

/** A member gives one, a member accepts one, or staff record one that came on paper. */
export type ProxyAct = 'give' | 'accept' | 'record'

export type ProxyMeetingFacts = { meeting: MeetingTimes; now: Date; deadlineHours: number }

/** A proxy counts as held or given away once it is accepted and until it ends. */
export type PrincipalFacts = { isOnRoll: boolean; isPresent: boolean; held: number }

export type HolderFacts = { isSelf: boolean; isOnRoll: boolean; hasGivenOwn: boolean; held: number; mostHeld: number }

const refusalsOfMeeting = ['cancelled', 'over', 'begun', 'closed'] as const

const refusalsOfPrincipal = ['notOnRoll', 'present', 'holdsOthers'] as const

const refusalsOfHolder = ['self', 'holderNotOnRoll', 'holderGaveOwn', 'holderFull'] as const

export type MeetingRefusal = (typeof refusalsOfMeeting)[number]

export type PrincipalRefusal = (typeof refusalsOfPrincipal)[number]

export type HolderRefusal = (typeof refusalsOfHolder)[number]

export type ProxyRefusal = MeetingRefusal | PrincipalRefusal | HolderRefusal

/** Members give proxies until they close and accept them until the meeting begins; staff record them until it is over. */
export const judgeProxyMeeting = (
  { meeting, now, deadlineHours }: ProxyMeetingFacts,
  act: ProxyAct,
): MeetingRefusal | null => {
  const stage = meetingStage(meeting, now)
  if (stage === 'cancelled' || stage === 'over') return stage
  if (act === 'record') return null
  if (stage === 'begun') return 'begun'
  return act === 'give' && proxiesCloseAt(meeting.startsAt, deadlineHours) <= now ? 'closed' : null
}

/** A vote that was given to a member can't be passed on, and who is there votes themselves. */
export const judgePrincipal = ({ isOnRoll, isPresent, held }: PrincipalFacts): PrincipalRefusal | null => {
  if (!isOnRoll) return 'notOnRoll'
  if (isPresent) return 'present'
  return held > 0 ? 'holdsOthers' : null
}

/** Whether a member may hold one more. `held` leaves out what the same principal has given them already. */
export const judgeHolder = (holder: HolderFacts): HolderRefusal | null => {
  if (holder.isSelf) return 'self'
  if (!holder.isOnRoll) return 'holderNotOnRoll'
  if (holder.hasGivenOwn) return 'holderGaveOwn'
  return holder.held >= holder.mostHeld ? 'holderFull' : null
}

export type ProxyFacts = ProxyMeetingFacts & { principal: PrincipalFacts; holder: HolderFacts }

/** Why a proxy can't be given, accepted or recorded; null where it can. */
export const judgeProxy = (facts: ProxyFacts, act: ProxyAct): ProxyRefusal | null =>
  judgeProxyMeeting(facts, act) ?? judgePrincipal(facts.principal) ?? judgeHolder(facts.holder)

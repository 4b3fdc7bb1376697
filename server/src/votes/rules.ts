import type { MotionDraft } from '@spacekeeper/contract/votes/shapes.ts'
import type { MotionPhase } from '@spacekeeper/contract/votes/words.ts'

/** What is wrong with what staff wrote, and where. */
export type DraftProblem = { field: keyof MotionDraft; message: string }

const problemOfKind = ({ kind, method, options, seats, share, shareOf }: MotionDraft): DraftProblem | null => {
  if (kind === 'motion') {
    if (method !== 'majority') return { field: 'method', message: 'A motion is decided by majority.' }
    if (options.length > 0)
      return { field: 'options', message: 'A motion has no options: it is for, against or abstain.' }
    return seats === 1 ? null : { field: 'seats', message: 'Only elections have seats.' }
  }
  if (method === 'majority') return { field: 'method', message: 'An election is by approval or by ranking.' }
  if (share !== null) return { field: 'share', message: 'Only motions need a share of the votes.' }
  if (shareOf !== 'cast') return { field: 'shareOf', message: 'Only motions are measured against members.' }
  if (options.length < 2) return { field: 'options', message: 'Enter at least two options.' }
  const names = options.map(({ name }) => name.toLocaleLowerCase())
  if (new Set(names).size < names.length) return { field: 'options', message: 'Two options have the same name.' }
  return seats > options.length
    ? { field: 'seats', message: `There are ${options.length} options, so at most ${options.length} seats.` }
    : null
}

const problemOfTimes = (draft: MotionDraft, hasMeeting: boolean): DraftProblem | null => {
  const [opensAt, closesAt] = [draft.opensAt, draft.closesAt].map((at) => (at === null ? null : new Date(at)))
  if (hasMeeting) {
    const message = 'At a meeting, staff open and close votes. Leave this empty.'
    if (opensAt) return { field: 'opensAt', message }
    return closesAt ? { field: 'closesAt', message } : null
  }
  if (draft.shareOf === 'present')
    return {
      field: 'shareOf',
      message: 'Without a meeting no members are present. Measure against cast votes or the roll.',
    }
  if (opensAt && closesAt && closesAt <= opensAt)
    return { field: 'closesAt', message: 'Choose a time after the one when it opens.' }
  return null
}

/** What of a draft does not go together; null: nothing. */
export const checkDraft = (draft: MotionDraft, { hasMeeting }: { hasMeeting: boolean }): DraftProblem | null =>
  problemOfKind(draft) ?? problemOfTimes(draft, hasMeeting)

type PhaseTimes = { openedAt: Date | null; closedAt: Date | null; publishedAt: Date | null; closesAt: Date | null }

/** A vote whose time is over takes no votes, also before the job that closes it has come. */
export const phaseOfMotion = ({ openedAt, closedAt, publishedAt, closesAt }: PhaseTimes, now: Date): MotionPhase => {
  if (publishedAt) return 'published'
  if (!openedAt) return 'planned'
  return closedAt || (closesAt && closesAt <= now) ? 'counting' : 'open'
}

const hourMs = 3_600_000

type ReminderTimes = { openedAt: Date | null; closesAt: Date | null; remindedAt: Date | null; hours: number }

/** A reminder is due once, so many hours before a vote closes, unless it only just opened then. */
export const isVoteReminderDue = ({ openedAt, closesAt, remindedAt, hours }: ReminderTimes, now: Date): boolean => {
  if (hours === 0 || !openedAt || !closesAt || remindedAt || closesAt <= now) return false
  const at = closesAt.getTime() - hours * hourMs
  return at <= now.getTime() && openedAt.getTime() < at
}

import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import type {
  AwardProblem,
  AwardFileContent,
  CourseKind,
  NextStep,
  Question,
} from '@spacekeeper/contract/training/shapes.ts'
import type { AwardSource } from '@spacekeeper/contract/training/words.ts'
import { addDays, type Day } from '#platform/local-day.ts'

const hourMs = 60 * 60 * 1000

const dayMs = 24 * hourMs

/** The first day on which an award that is given today does not count any more; null: it does not end by itself. */
export const expiryOf = (today: Day, validDays: number | null): Day | null =>
  validDays === null ? null : addDays(today, validDays)

/** How many questions were answered with exactly the right choices. A course without questions is passed by reading it. */
export const scoreQuiz = (
  questions: readonly Question[],
  answers: readonly (readonly number[])[],
): { right: number; percent: number } => {
  const isRight = ({ choices }: Question, at: number) => {
    const ticked = new Set(answers[at])
    return choices.every((choice, n) => choice.isRight === ticked.has(n)) && [...ticked].every((n) => n in choices)
  }
  const right = questions.filter(isRight).length
  return { right, percent: questions.length === 0 ? 100 : Math.floor((100 * right) / questions.length) }
}

/** When a member may try again who failed now; null at once. */
export const retryAfter = (now: Date, coolDownHours: number): Date | null =>
  coolDownHours === 0 ? null : new Date(now.getTime() + coolDownHours * hourMs)

/** What Moodle says of an activity: 0 not done, 1 done, 2 passed, 3 failed. */
export const percentDone = (states: readonly number[]): number => {
  const done = states.filter((state) => state === 1 || state === 2).length
  return states.length === 0 ? 0 : Math.floor((100 * done) / states.length)
}

/** What decides how a certificate is had. */
type CourseFacts = { course: CourseKind; hasContent: boolean; hasTrainers: boolean; isWithdrawn: boolean }

/** The next step of a member without the certificate: what they can do alone goes first, unless it was taken away. */
export const nextStepOf = ({ course, hasContent, hasTrainers, isWithdrawn }: CourseFacts): NextStep['kind'] => {
  if (isWithdrawn) return hasTrainers ? 'trainer' : 'staff'
  if (course === 'builtIn' && hasContent) return 'course'
  if (course === 'moodle' || course === 'canvas') return 'elsewhere'
  return hasTrainers ? 'trainer' : 'staff'
}

export type InductionFacts = {
  /** MAX_INDUCTION_DAYS; 0: joining asks for none. */
  maxDays: number
  /** A certificate is the induction, or Moodle or Canvas is asked. */
  isSetUp: boolean
  lastInductionAt: Date | null
  /** The newest award of that certificate to the member. */
  award: 'none' | 'current' | 'ended'
  now: Date
}

/** Whether joining asks for an induction. One that ended counts no more, however recent it was. */
export const isInductionOpen = ({ maxDays, isSetUp, lastInductionAt, award, now }: InductionFacts): boolean => {
  if (maxDays === 0 || !isSetUp) return false
  if (award === 'ended' || lastInductionAt === null) return true
  return now.getTime() - lastInductionAt.getTime() > maxDays * dayMs
}

/**
 * Whether a member can get a certificate from this source. What was taken away is given back by people who look at the member;
 * a quiz, a course elsewhere and a file would say the same for ever.
 */
export const mayAward = ({ source, isWithdrawn }: { source: AwardSource; isWithdrawn: boolean }): boolean =>
  !isWithdrawn || source === 'trainer' || source === 'staff'

/** A line of a file of awards. A day that cannot be read is null; `endsOn` is undefined where none is written. */
export type AwardLine = { line: number; text: string; who: string; on: Day | null; endsOn: Day | null | undefined }

/** How a member is looked up: by their email in small letters, or by their number; null where it is neither. */
export const memberKeyOf = (who: string): string | number | null => {
  if (who.includes('@')) return plainEmail(who)
  return /^\d{1,9}$/.test(who) ? Number(who) : null
}

/** A member that a file of awards may mean, and their newest award, ended or not: its day, and whether it was taken away. */
export type AwardedMember = { id: number; name: string; newestOn: Day | null; isWithdrawn: boolean }

export type AwardPlanFacts = {
  members: ReadonlyMap<string | number, AwardedMember>
  today: Day
  validDays: number | null
  /** Whose award is refused: a caller who is no administrator. */
  refusedId: number | null
}

export type PlannedAward = { member: AwardedMember; on: Day; endsOn: Day | null }

const problemOf = (line: AwardLine, facts: AwardPlanFacts): AwardProblem | PlannedAward => {
  const { today, validDays, refusedId } = facts
  const key = memberKeyOf(line.who)
  if (key === null) return 'noMember'
  const member = facts.members.get(key)
  if (!member) return 'unknownMember'
  if (member.id === refusedId) return 'ownCertificate'
  if (line.on === null) return 'noDay'
  if (line.on > today) return 'futureDay'
  if (line.endsOn === null) return 'badEnd'
  const endsOn = line.endsOn ?? expiryOf(line.on, validDays)
  if (endsOn !== null && endsOn <= line.on) return 'endTooEarly'
  if (endsOn !== null && endsOn <= today) return 'isOver'
  const isNewer = member.newestOn === null || member.newestOn < line.on
  if (isNewer && !mayAward({ source: 'import', isWithdrawn: member.isWithdrawn })) return 'withdrawn'
  return { member, on: line.on, endsOn }
}

/** What a file of awards does: of the lines of a member the newest counts, if it is newer than what they have or had. */
export const planAwards = (
  lines: readonly AwardLine[],
  facts: AwardPlanFacts,
): { awards: PlannedAward[]; known: number; problems: AwardFileContent['problems'] } => {
  const problems: AwardFileContent['problems'] = []
  const newest = new Map<number, PlannedAward>()
  for (const line of lines) {
    const planned = problemOf(line, facts)
    if (typeof planned === 'string') {
      problems.push({ line: line.line, text: line.text, problem: planned })
      continue
    }
    const before = newest.get(planned.member.id)
    if (!before || before.on < planned.on) newest.set(planned.member.id, planned)
  }
  const awards = [...newest.values()].filter(({ member, on }) => member.newestOn === null || member.newestOn < on)
  return { awards, known: lines.length - problems.length - awards.length, problems }
}

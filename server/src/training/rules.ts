import type { CourseKind, NextStep, Question } from '@spacekeeper/contract/training/shapes.ts'
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
type CourseFacts = { course: CourseKind; hasContent: boolean; hasTrainers: boolean }

/** What comes next for a member without the certificate: what they can do alone goes first. */
export const nextStepOf = ({ course, hasContent, hasTrainers }: CourseFacts): NextStep['kind'] => {
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

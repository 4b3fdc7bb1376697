import type { QuizResult } from '@spacekeeper/contract/training/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, readOnly, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { lockMember } from '../members/member-row.ts'
import { giveAward } from './awards.ts'
import { lockCertificate } from './certificates.ts'
import { findRetryAt, readQuestions } from './courses.ts'
import { retryAfter, scoreQuiz } from './rules.ts'

type QuizAnswers = { certificateId: number; answers: readonly (readonly number[])[] }

/** Reads the answers and keeps the try. The member is locked, so that of two tries at once one is too soon. */
const judge = async (work: Work, input: { memberId: number; quiz: QuizAnswers }): Promise<QuizResult> => {
  const { tx, now } = work
  const { memberId, quiz } = input
  const { certificateId, answers } = quiz
  await lockMember(work, memberId)
  const certificate = await lockCertificate(work, { certificateId })
  if (certificate.course !== 'builtIn') throw new AppError('notFound')
  if (await findRetryAt({ db: readOnly(tx) }, { certificateId, memberId, now })) throw new AppError('quizTooSoon')
  const { right, percent } = scoreQuiz(readQuestions(certificate.questions), answers)
  const isPassed = percent >= certificate.pass_percent
  const retryAt = isPassed ? null : retryAfter(now, certificate.cool_down_hours)
  await tx
    .insertInto('quiz_attempts')
    .values({
      certificate_id: certificateId,
      member_id: memberId,
      at: now,
      percent,
      is_passed: isPassed,
      retry_at: retryAt,
    })
    .execute()
  return { isPassed, percent, right, retryAt: retryAt?.toISOString() ?? null }
}

/** Answers a quiz. Who passes has the certificate, unless it was taken away; who fails waits before the next try. */
export const answerQuiz = (ctx: Ctx, quiz: QuizAnswers): Promise<QuizResult> =>
  change(ctx, 'certificate.awarded', async (work) => {
    const { id: memberId } = memberOf(ctx)
    const result = await judge(work, { memberId, quiz })
    // A failed try is kept in a table that is its own log.
    if (!result.isPassed) return unchanged(result)
    const { part } = await giveAward(work, { memberId, certificateId: quiz.certificateId, source: 'quiz', by: null })
    return { ...part, result }
  })

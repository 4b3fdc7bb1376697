import { z } from 'zod'
import { answerMs, LearningError, type LearnerQuery, type LearningAccount } from './moodle.ts'

const query = `query ($course: ID!, $after: String) {
  course(id: $course) {
    enrollmentsConnection(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { user { email } grades { finalScore } }
    }
  }
}`

/** Teachers have no grades, and Canvas leaves out what the token may not see. */
const Answer = z.object({
  errors: z.array(z.object({ message: z.string() })).optional(),
  data: z
    .object({
      course: z
        .object({
          enrollmentsConnection: z.object({
            pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
            nodes: z.array(
              z
                .object({
                  user: z.object({ email: z.string().nullish() }).nullish(),
                  grades: z.object({ finalScore: z.number().nullish() }).nullish(),
                })
                .nullable(),
            ),
          }),
        })
        .nullable(),
    })
    .nullish(),
})

/** Courses have hundreds of people; the bound is for safety. */
const mostPages = 200

const askPage = async (account: LearningAccount, variables: { course: string; after: string | null }) => {
  const response = await fetch(`${account.baseUrl.replace(/\/+$/, '')}/api/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  })
  if (!response.ok) throw new LearningError(`Canvas answered ${response.status}`)
  const { data, errors } = Answer.parse(await response.json())
  if (errors && errors.length > 0) throw new LearningError(`Canvas refused: ${errors[0]?.message ?? ''}`)
  if (!data?.course) throw new LearningError(`Canvas knows no course ${variables.course}`)
  return data.course.enrollmentsConnection
}

/** The best final score in a Canvas course of the member with this address; nothing of one who is not there. */
export const askCanvas = async (account: LearningAccount, { courseRef, email }: LearnerQuery): Promise<number> => {
  let after: string | null = null
  let best = 0
  for (let page = 0; page < mostPages; page += 1) {
    const { nodes, pageInfo }: Awaited<ReturnType<typeof askPage>> = await askPage(account, {
      course: courseRef,
      after,
    })
    for (const node of nodes) {
      if (node?.user?.email?.toLowerCase() === email.toLowerCase())
        best = Math.max(best, Math.floor(node.grades?.finalScore ?? 0))
    }
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) break
    after = pageInfo.endCursor
  }
  return Math.min(100, best)
}

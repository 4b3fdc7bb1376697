import { guardedFetch, jsonOf } from '#platform/http/guarded-fetch.ts'

/** Courses have hundreds of people. Those of a space's own stand in its network. */
const limits = { allowPrivate: true, maxBytes: 5_000_000, timeoutMs: 10_000 }

export type LearningAccount = { baseUrl: string; token: string }

/** A course elsewhere, and who is looked for in it. */
export type LearnerQuery = { courseRef: string; email: string; now: Date }

/** Says why a learning system did not answer, without the token. */
export class LearningError extends Error {}

type LearningCall = {
  /** The name that staff have for the system, and what it was asked. */
  name: string
  path: string
  headers: Record<string, string>
  body: string
}

/** Asks once; what it says in JSON, null where it says something else. */
export const askLearning = async ({ baseUrl }: LearningAccount, call: LearningCall): Promise<unknown> => {
  const { name, path, headers, body } = call
  const address = `${baseUrl.replace(/\/+$/, '')}${path}`
  const answer = await guardedFetch(address, { ...limits, method: 'POST', headers, body })
  if (answer.status !== 200) throw new LearningError(`${name} answered ${answer.status}`)
  return jsonOf(answer)
}

import type { Contract } from '@spacekeeper/contract/index.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ownWrites } from '#platform/live/own-writes.ts'
import { refreshTopicSoon } from '#platform/live/topics.ts'

/** The answers that the screens of this window show, and which of them have to be asked for again once nothing holds that up. */
type Answers = { client: QueryClient | null; held: number; waiting: Set<unknown> }

const answersOf = (client: QueryClient | null): Answers => ({ client, held: 0, waiting: new Set() })

let answers = answersOf(null)

/** Tells what has to be asked again when something is written. */
export const watchAnswers = (client: QueryClient) => {
  answers = answersOf(client)
}

const refresh = async ({ client, waiting }: Answers) => {
  const domains = new Set(waiting)
  waiting.clear()
  await client?.invalidateQueries({ predicate: ({ queryKey: [domain] }) => domains.has(domain) })
}

/**
 * Asks again for everything these domains answered that is on the screen, and forgets what else is known of them. Calls
 * that write do so themselves; by hand it is for a refusal that says that the screen is out of date.
 */
export const refreshDomains = async (...domains: (keyof Contract)[]): Promise<void> => {
  for (const domain of domains) answers.waiting.add(domain)
  if (answers.held === 0) await refresh(answers)
}

/** After a write that the portal tells as this topic: its own news, whenever it comes, is not asked about a second time. */
export const refreshTold = (topic: string) => {
  ownWrites.addTopic(topic)
  if (answers.client) refreshTopicSoon(answers.client, { topic })
}

/**
 * Runs several writes, or one and the way to another page, and asks again only when all is done: once, and not for what
 * was on a page that is left because its subject is gone.
 */
export const refreshAfter = async <T>(run: () => Promise<T>): Promise<T> => {
  const mine = answers
  mine.held += 1
  try {
    return await run()
  } finally {
    mine.held -= 1
    await refresh(mine)
  }
}

/** For `onSettled`: a refusal may say that the screen is out of date; a write that succeeded has asked again already. */
export const refreshOnRefusal =
  (...domains: (keyof Contract)[]) =>
  (_answer: unknown, error: unknown) =>
    error === null ? undefined : refreshDomains(...domains)

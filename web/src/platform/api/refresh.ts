import type { Contract } from '@spacekeeper/contract/index.ts'
import type { QueryClient } from '@tanstack/react-query'

/** What the screens of this window were answered. */
let answers: QueryClient | null = null
let held = 0
const waiting = new Set<string>()

/** Tells what has to be asked again when something is written. */
export const watchAnswers = (client: QueryClient) => {
  answers = client
}

const refresh = async () => {
  const domains = new Set<unknown>(waiting)
  waiting.clear()
  await answers?.invalidateQueries({ predicate: ({ queryKey: [domain] }) => domains.has(domain) })
}

/**
 * Asks again for everything these domains answered that is on the screen, and forgets what else is known of them. Calls
 * that write do so themselves; by hand it is for a refusal that says that the screen is out of date.
 */
export const refreshDomains = async (...domains: (keyof Contract)[]): Promise<void> => {
  for (const domain of domains) waiting.add(domain)
  if (held === 0) await refresh()
}

/**
 * Runs several writes, or one and the way to another page, and asks again only when all is done: once, and not for what
 * was on a page that is left because its subject is gone.
 */
export const refreshAfter = async <T>(run: () => Promise<T>): Promise<T> => {
  held += 1
  try {
    return await run()
  } finally {
    held -= 1
    await refresh()
  }
}

/** For `onSettled`: a refusal may say that the screen is out of date; a write that succeeded has asked again already. */
export const refreshOnRefusal =
  (...domains: (keyof Contract)[]) =>
  (_answer: unknown, error: unknown) =>
    error === null ? undefined : refreshDomains(...domains)

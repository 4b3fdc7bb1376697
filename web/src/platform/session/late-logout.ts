import { ApiError } from '#platform/api/api-error.ts'
import { api } from '#platform/api/client.ts'
import { pageMember } from '#platform/api/page-member.ts'

const firstPauseMs = 2000
const longestPauseMs = 60_000

let latest = 0

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The portal has ended the session, or knows of none, or has that of another member. */
const isOver = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.code === 'otherMember')

const tryLogout = (member: number | null) =>
  api.auth.logout(undefined, { forMember: member, isQuiet: true }).then(() => true, isOver)

/**
 * Tells the portal that the member has left, as often as it takes, while the screen goes on without them. It ends no session
 * of another member, and is over when one logs in: their cookie replaces that of the one before.
 */
export const logOutLate = async (member: number | null): Promise<void> => {
  const run = ++latest
  for (let ms = firstPauseMs; !(await tryLogout(member)); ms = Math.min(ms * 2, longestPauseMs)) {
    await pause(ms)
    if (run !== latest || pageMember.read() !== null) return
  }
}

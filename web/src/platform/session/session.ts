import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { ApiError, hasCode } from '#platform/api/api-error.ts'
import { apiKey } from '#platform/api/api-query.ts'
import { countSession } from '#platform/api/call.ts'
import { api } from '#platform/api/client.ts'
import { pageMember } from '#platform/api/page-member.ts'
import { needStaffWords } from '#platform/i18n/staff-words.ts'
import { forgetKept, keep, readKept } from './kept.ts'
import { isKioskOf, mayBeKiosk } from './kiosk.ts'
import { logOutLate } from './late-logout.ts'
import { closeLoginDialog } from './login-dialog-state.ts'
import { loginHint } from './login-hint.ts'
import { dropProofRequest } from './proof-request.ts'
import { siteQuery } from './site-query.tsx'
import { windowSession } from './window-session.ts'

/** So that nothing staff see is drawn before its words are there; after a reload they are asked for beside the profile. */
const withWords = async (profile: Profile) => {
  if (!profile.admin && profile.staffPermissions.length === 0) return profile
  keep('isStaff', true)
  await needStaffWords()
  return profile
}

let startings = 0

/** At a shared screen without a login in this window there is no member, also where their cookie is still good. */
const hasLeft = (client: QueryClient): boolean => {
  const site = client.getQueryData(siteQuery.queryKey) ?? null
  if (windowSession.isOpen() || !(site === null ? mayBeKiosk() : isKioskOf(site))) return false
  if (site?.loggedIn) void logOutLate(null)
  return true
}

/** The profile of the logged-in member; null without a session. This is the check of being logged in. */
export const sessionQuery = queryOptions({
  queryKey: apiKey(api.profile.get),
  queryFn: async ({ client }): Promise<Profile | null> => {
    if (hasLeft(client)) return null
    if (readKept('isStaff') === true) needStaffWords().catch(() => null) // asked for again when they are needed
    try {
      const profile = await withWords(await api.profile.get(undefined, startings > 0 ? { forMember: null } : {}))
      pageMember.set(profile.id)
      return profile
    } catch (error) {
      // Of a member who was here it is for the shell to say what happens to the page.
      if (hasCode(error, 'notSignedIn') && !client.getQueryData<Profile | null>(apiKey(api.profile.get))) return null
      throw error
    }
  },
  staleTime: 60_000,
  // The configuration decides by which name members see the caller.
  meta: { live: ['profile', 'details', 'config'] },
})

/** The caller's profile, null when logged out. */
export const useProfile = (): Profile | null => useQuery(sessionQuery).data ?? null

/** Configuration and profile for the first screen. A stranger's profile is not asked for: the configuration knows. */
export const loadSession = async (client: QueryClient) => {
  const known = client.getQueryData(sessionQuery.queryKey)
  const site = await client.ensureQueryData(siteQuery).catch((error: unknown) => {
    // oxlint-disable-next-line no-console -- the specification asks for this warning
    console.warn('The site configuration could not be loaded', error)
    return null
  })
  if (known !== undefined) return { site, profile: known }
  if (site?.loggedIn === false) {
    forgetKept()
    client.setQueryData(sessionQuery.queryKey, null)
    return { site, profile: null }
  }
  const profile = await client.ensureQueryData(sessionQuery).catch((error: unknown) => {
    // A member whose session cannot be looked up, or whose words cannot be had, is not logged out.
    if (hasCode(error, 'databaseAway') || !(error instanceof ApiError)) throw error
    return null
  })
  return { site, profile }
}

/** After a log-in: everything that is known may look different now. Resolves with the new profile. */
export const startSession = async (client: QueryClient): Promise<Profile | null> => {
  countSession()
  windowSession.begin()
  loginHint.clear()
  // What is under way was asked with the session before.
  await client.cancelQueries({ queryKey: sessionQuery.queryKey })
  const before = client.getQueryData(sessionQuery.queryKey)
  startings += 1
  const asked = client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  const profile = await asked.finally(() => {
    startings -= 1
  })
  if (before?.id === profile?.id) await client.invalidateQueries()
  else forgetEverythingElse(client)
  return profile
}

let endings = 0

/** Whether this page is about to end its own session: what it hears of that before its answer is no loss. */
export const isEndingSession = (): boolean => endings > 0

/** For what ends the session of this browser and then says so. */
export const whileEndingSession = async (end: () => Promise<void>): Promise<void> => {
  endings += 1
  try {
    await end()
  } finally {
    endings -= 1
  }
}

/** After a log-out, or when the server says there is no session any more. */
export const endSession = (client: QueryClient) => {
  windowSession.end()
  pageMember.set(null)
  closeLoginDialog()
  dropProofRequest()
  client.setQueryData(sessionQuery.queryKey, null)
  client.setQueryData(siteQuery.queryKey, (site) => site && { ...site, loggedIn: false })
  forgetEverythingElse(client)
}

/** A shared screen is left at once, and the portal told after: it may not answer for as long as it likes. */
export const leaveScreen = (client: QueryClient) => {
  const member = pageMember.read()
  endSession(client)
  void logOutLate(member)
}

/** What one person saw must not be there for the next one. */
const forgetEverythingElse = (client: QueryClient) => {
  forgetKept()
  const kept = new Set([JSON.stringify(sessionQuery.queryKey), JSON.stringify(siteQuery.queryKey)])
  client.removeQueries({ predicate: ({ queryKey }) => !kept.has(JSON.stringify(queryKey)) })
}

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { homeApi } from '@spacekeeper/contract/home/routes.ts'
import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { votesApi } from '@spacekeeper/contract/votes/routes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { pageMember } from '#platform/api/page-member.ts'
import { createQueryClient } from '#platform/api/query-client.ts'
import { watchAnswers } from '#platform/api/refresh.ts'
import { defaultSite } from '#platform/session/site.ts'
import { windowSession } from '#platform/session/window-session.ts'
import { siteTheme } from '#platform/theme/theme.ts'
import { emptyFields } from './members/empty-fields.testing.ts'
import { routeTree } from './routeTree.gen.ts'

const theme = siteTheme(defaultSite)

const someTime = '2026-01-05T10:00:00.000Z'

/** A member as GET /api/profile/ describes them. */
export const aProfile = (more: Partial<Profile> = {}): Profile => ({
  id: 1,
  admin: false,
  email: 'bo@example.org',
  excludeFromEmailExport: false,
  registrationDate: someTime,
  lastUpdatedProfile: null,
  firstJoined: someTime,
  memberSince: someTime,
  ...emptyFields('member'),
  screenName: 'bo',
  shownName: 'bo',
  name: { first: 'Bo', last: 'Berg', full: 'Bo Berg' },
  phone: '0400000000',
  state: 'active',
  suspension: null,
  inactivity: null,
  rfid: null,
  memberBucks: { balance: 0, lastPurchase: null },
  updateProfileRequired: false,
  lastSeen: null,
  lastInduction: null,
  stripe: { cardExpiry: '', last4: '' },
  subscriptionStatus: 'active',
  isHiddenFromMembers: false,
  fullName: 'Bo Berg',
  firstName: 'Bo',
  lastName: 'Berg',
  memberStatus: 'active',
  profileUpdateRequired: false,
  needsStrongLogin: false,
  hasPassword: true,
  financial: {
    memberBucks: { lastPurchase: null, balance: 0, savedCard: { last4: '', expiry: '' } },
    membershipPlan: null,
    membershipTier: null,
    subscriptionState: 'active',
  },
  permissions: { staff: more.admin === true },
  staffPermissions: more.admin === true ? [...permissions] : [],
  ...more,
})

type Options = {
  path: string
  server: ReturnType<typeof fakeServer>
  /** Who is logged in; no member by default. */
  profile?: Profile
  config?: SiteConfig
  /** What the menu says at its entry of votes. */
  waitingVotes?: number
  /** Without a login in this window before. */
  isLoadedAnew?: boolean
}

/** The whole portal at an address, as a browser would show it, over a fake server. */
export const renderPortal = async ({
  path,
  server,
  profile,
  config = defaultSite,
  waitingVotes = 0,
  isLoadedAnew = false,
}: Options) => {
  server.on(homeApi.getConfig, () => ({ ...config, loggedIn: profile !== undefined }))
  server.on(votesApi.countWaiting, () => ({ count: waitingVotes }))
  server.on(profileApi.get, () => profile ?? refuse('notSignedIn'))
  pageMember.set(null)
  if (profile && !isLoadedAnew) windowSession.begin()
  const client = createQueryClient()
  watchAnswers(client)
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree, context: { queryClient: client }, history })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test" theme={theme}>
        <RouterProvider router={router} />
        {/* A slow machine comes late to what is said for seconds. */}
        <Notifications autoClose={false} limit={100} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  // The page comes a moment after the frame around it, which has nothing but the line that says whether the portal is heard.
  await waitFor(() => {
    if (document.querySelector('#main > [role=status]:only-child')) throw new Error('The page is not drawn.')
  })
  return { client, router, user: userEvent.setup({ delay: null }) }
}

import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { IconHome } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { headStart } from '#platform/api/head-start.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { isKioskOf, useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile, sessionQuery } from '#platform/session/session.ts'
import { siteQuery } from '#platform/session/site-query.tsx'
import { useSite } from '#platform/session/site.ts'
import { InTurn } from '#platform/ui/in-turn.tsx'
import { late } from '#platform/ui/late.tsx'
import { useIsNarrow } from '#platform/ui/use-is-phone.ts'
import { accessQuery } from '../access/api.ts'
import { MembershipCard } from '../access/membership-card.tsx'
import { standingOf } from '../access/standings.ts'
import { loadLeavingWords } from '../leaving/page-words.ts'
import { memberMeetingsQuery } from '../meetings/api.ts'
import { MyBalanceCard } from '../memberbucks/my-balance-card.tsx'
import { nextOpeningsQuery } from '../openings/api.ts'
import { DigitalIdCard } from '../profile/digital-id-card.tsx'
import { UpdateRequiredCard } from '../profile/update-required-card.tsx'
import { standingQuery } from '../signup/api.ts'
import { visitQuery, onSiteQuery } from '../visits/api.ts'
import { OnSiteCard } from '../visits/on-site-card.tsx'
import { SiteSignInCard, Greeting } from '../visits/site-sign-in-card.tsx'
import { hasNextSteps, nextStepsQuery } from './api.ts'
import { MainSheet, LateNextOpeningCard, prepareVisitors } from './main-sheet.tsx'
import classes from './home.module.css'

const maySeePeople = (profile: Profile, { enableMembersOnSite }: SiteConfig['features']) =>
  enableMembersOnSite && (standingOf(profile) === 'active' || profile.staffPermissions.includes('members'))

const KioskHome = late(() => import('../kiosks/kiosk-home-sheet.tsx').then((file) => file.KioskHomeSheet))

/** Few read it, so it comes with its words when there is something to say. */
const MyLeavingCard = late(async () => {
  const [file] = await Promise.all([import('../leaving/my-leaving-card.tsx'), loadLeavingWords()])
  return file.MyLeavingCard
})

const NextStepsCards = late(async () => {
  const [file, { stepsText }] = await Promise.all([import('./next-steps-card.tsx'), import('./steps-text.ts')])
  addTexts({ home: stepsText })
  return file.NextStepsCards
})

/** Most members have all they need. */
const NextStepsPart = () => {
  const { data } = useQuery(nextStepsQuery)
  return data && hasNextSteps(data) ? <NextStepsCards /> : null
}

/** A shared screen has a first page of its own. */
const DashboardPage = () => (useIsKiosk() ? <KioskHome /> : <Dashboard />)

/** What can I do now, and why not the other thing: the member's first screen. */
const Dashboard = () => {
  const profile = useProfile()
  const { features } = useSite()
  const isNarrow = useIsNarrow()
  const isActive = profile !== null && standingOf(profile) === 'active'
  const showsPeople = profile !== null && maySeePeople(profile, features)
  const mayLeave = features.enableLeaving && profile !== null && profile.state === 'inactive'
  const membership = (
    <div key="membership" className={classes.membership}>
      <InTurn>
        <UpdateRequiredCard />
        <MembershipCard />
      </InTurn>
      <InTurn>
        <MyBalanceCard />
      </InTurn>
      {isNarrow ? null : (
        <InTurn>
          <DigitalIdCard />
          {showsPeople ? <OnSiteCard /> : null}
        </InTurn>
      )}
    </div>
  )
  const main = (
    <InTurn key="main">
      <MainSheet isNarrow={isNarrow} isActive={isActive} showsPeople={showsPeople} />
    </InTurn>
  )
  // The keyboard goes as the eyes do: down the main column first where the side column stands beside it.
  return (
    <div className={classes.dashboard}>
      <div className={classes.signIn}>
        <NextStepsPart />
        {mayLeave ? <MyLeavingCard /> : null}
        {/* Alone, so that the focus of a pressed button stays in it and does not go back to the steps above. */}
        <div>{features.enableSiteSignIn ? <SiteSignInCard /> : <Greeting />}</div>
      </div>
      {isNarrow ? [membership, main] : [main, membership]}
    </div>
  )
}

export const Route = createFileRoute('/dashboard')({
  component: DashboardPage,
  loader: ({ context: { queryClient } }) => {
    const profile = queryClient.getQueryData(sessionQuery.queryKey)
    const site = queryClient.getQueryData(siteQuery.queryKey)
    const features = site?.features
    const wanted = [queryClient.prefetchQuery(visitQuery), queryClient.prefetchQuery(accessQuery)]
    if (features?.enableMembershipPayments) wanted.push(queryClient.prefetchQuery(standingQuery))
    // A shared screen shows no next steps, and is not told of them.
    if (!isKioskOf(site ?? null)) {
      const prepareSteps = async () => {
        await queryClient.prefetchQuery(nextStepsQuery)
        const steps = queryClient.getQueryData(nextStepsQuery.queryKey)
        if (steps && hasNextSteps(steps)) await NextStepsCards.load().catch(() => null) // says so itself
      }
      wanted.push(prepareSteps(), queryClient.prefetchQuery(memberMeetingsQuery))
      // The page does not wait for what is asked only now, and keeps its place.
      if (features?.enableVisitors) prepareVisitors(queryClient).catch(() => null)
      if (features?.enableOpenings) {
        void queryClient.prefetchQuery(nextOpeningsQuery)
        LateNextOpeningCard.load().catch(() => null)
      }
    }
    if (profile && features && maySeePeople(profile, features)) void queryClient.prefetchQuery(onSiteQuery)
    return headStart(wanted)
  },
  staticData: {
    title: 'home:home',
    name: 'dashboard',
    loggedIn: true,
    kiosk: true,
    bottomBar: true,
    menu: { group: 'home', icon: IconHome, order: 0 },
  },
})

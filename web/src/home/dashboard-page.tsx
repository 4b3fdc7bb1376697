import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { IconHome } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { headStart } from '#platform/api/head-start.ts'
import { isKioskOf, useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile, sessionQuery } from '#platform/session/session.ts'
import { siteQuery } from '#platform/session/site-query.tsx'
import { useSite } from '#platform/session/site.ts'
import { useIsNarrow } from '#platform/ui/use-is-phone.ts'
import { accessQuery } from '../access/api.ts'
import { MembershipCard } from '../access/membership-card.tsx'
import { MyDoorsCard } from '../access/my-doors-card.tsx'
import { standingOf } from '../access/standings.ts'
import { ReportIssueCard } from '../issues/report-issue-card.tsx'
import { loadLeavingWords } from '../leaving/page-words.ts'
import { NextMeetingCard } from '../meetings/next-meeting-card.tsx'
import { MyBalanceCard } from '../memberbucks/my-balance-card.tsx'
import { DigitalIdCard } from '../profile/digital-id-card.tsx'
import { UpdateRequiredCard } from '../profile/update-required-card.tsx'
import { OwnVisitorsCard } from '../visitors/own-visitors-card.tsx'
import { visitQuery, onSiteQuery } from '../visits/api.ts'
import { OnSiteCard } from '../visits/on-site-card.tsx'
import { SiteSignInCard, Greeting } from '../visits/site-sign-in-card.tsx'
import { nextStepsQuery } from './api.ts'
import { HomepageCard } from './homepage-card.tsx'
import { NextStepsCards } from './next-steps-card.tsx'
import classes from './home.module.css'

const maySeePeople = (profile: Profile, { enableMembersOnSite }: SiteConfig['features']) =>
  enableMembersOnSite && (standingOf(profile) === 'active' || profile.staffPermissions.includes('members'))

const KioskHome = lazy(() =>
  import('../kiosks/kiosk-home-sheet.tsx').then((file) => ({ default: file.KioskHomeSheet })),
)

/** Few read it, so it comes with its words when there is something to say. */
const MyLeavingCard = lazy(async () => {
  const [file] = await Promise.all([import('../leaving/my-leaving-card.tsx'), loadLeavingWords()])
  return { default: file.MyLeavingCard }
})

/** A shared screen has a first page of its own. */
const DashboardPage = () =>
  useIsKiosk() ? (
    <Suspense fallback={null}>
      <KioskHome />
    </Suspense>
  ) : (
    <Dashboard />
  )

/** What can I do now, and why not the other thing: the member's first screen. */
const Dashboard = () => {
  const { t } = useTranslation('home')
  const profile = useProfile()
  const { features, homepageCards } = useSite()
  const isNarrow = useIsNarrow()
  const isActive = profile !== null && standingOf(profile) === 'active'
  const showsPeople = profile !== null && maySeePeople(profile, features)
  const mayLeave = features.enableLeaving && profile !== null && profile.state === 'inactive'
  const membership = (
    <div key="membership" className={classes.membership}>
      <UpdateRequiredCard />
      <MembershipCard />
      <MyBalanceCard />
      {isNarrow ? null : <DigitalIdCard />}
      {showsPeople && !isNarrow ? <OnSiteCard /> : null}
    </div>
  )
  const main = (
    <div key="main" className={classes.main}>
      {features.enableVisitors ? <OwnVisitorsCard /> : null}
      <NextMeetingCard />
      {isActive ? <MyDoorsCard /> : null}
      {isNarrow ? <DigitalIdCard /> : null}
      <ReportIssueCard />
      {showsPeople && isNarrow ? <OnSiteCard /> : null}
      {homepageCards.length > 0 ? (
        <section className={classes.cards} aria-label={t('links')}>
          {homepageCards.map((card, place) => (
            <HomepageCard key={`${place} ${card.title}`} card={card} />
          ))}
        </section>
      ) : null}
    </div>
  )
  // The keyboard goes as the eyes do: down the main column first where the side column stands beside it.
  return (
    <div className={classes.dashboard}>
      <div className={classes.signIn}>
        <NextStepsCards />
        {mayLeave ? (
          <Suspense fallback={null}>
            <MyLeavingCard />
          </Suspense>
        ) : null}
        {/* Of its own, so that the focus of a pressed button stays in it and does not go back to the steps above. */}
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
    // A shared screen shows no next steps, and is not told of them.
    if (!isKioskOf(site ?? null)) wanted.push(queryClient.prefetchQuery(nextStepsQuery))
    if (profile && features && maySeePeople(profile, features)) wanted.push(queryClient.prefetchQuery(onSiteQuery))
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

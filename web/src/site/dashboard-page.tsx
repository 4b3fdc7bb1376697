import { lazy, Suspense } from 'react'
import { createFileRoute } from '@tanstack/react-router'
import { IconHome } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '@spacekeeper/contract/members.ts'
import type { SiteConfig } from '@spacekeeper/contract/site.ts'
import { headStart } from '#platform/api/head-start.ts'
import { sessionQuery, useProfile } from '#platform/session/session.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { siteQuery, useSite } from '#platform/session/site.ts'
import { useIsNarrow } from '#platform/ui/use-is-phone.ts'
import { accessQuery } from '../doors/api.ts'
import { MyDoorsCard } from '../doors/my-doors-card.tsx'
import { DigitalIdCard } from '../identities/digital-id-card.tsx'
import { MembershipCard } from '../members/membership-card.tsx'
import { standingOf } from '../members/standing-of.ts'
import { UpdateRequiredCard } from '../profiles/update-required-card.tsx'
import { onSiteQuery, visitQuery } from '../visits/api.ts'
import { OnSiteCard } from '../visits/on-site-card.tsx'
import { Greeting, SiteSignInCard } from '../visits/site-sign-in-card.tsx'
import { HomepageCard } from './homepage-card.tsx'
import classes from './site.module.css'

const maySeePeople = (profile: Profile, { enableMembersOnSite }: SiteConfig['features']) =>
  enableMembersOnSite && (standingOf(profile) === 'active' || profile.staffPermissions.includes('members'))

const KioskHome = lazy(() =>
  import('../kiosks/kiosk-home-sheet.tsx').then((file) => ({ default: file.KioskHomeSheet })),
)

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
  const { t } = useTranslation('site')
  const profile = useProfile()
  const { features, homepageCards } = useSite()
  const isNarrow = useIsNarrow()
  const isActive = profile !== null && standingOf(profile) === 'active'
  const showsPeople = profile !== null && maySeePeople(profile, features)
  return (
    <div className={classes.dashboard}>
      <div className={classes.signIn}>{features.enableSiteSignIn ? <SiteSignInCard /> : <Greeting />}</div>
      <div className={classes.membership}>
        <UpdateRequiredCard />
        <MembershipCard />
        {isNarrow ? null : <DigitalIdCard />}
        {showsPeople && !isNarrow ? <OnSiteCard /> : null}
      </div>
      <div className={classes.main}>
        {isActive ? <MyDoorsCard /> : null}
        {isNarrow ? <DigitalIdCard /> : null}
        {showsPeople && isNarrow ? <OnSiteCard /> : null}
        {homepageCards.length > 0 ? (
          <section className={classes.cards} aria-label={t('links')}>
            {homepageCards.map((card, place) => (
              <HomepageCard key={`${place} ${card.title}`} card={card} />
            ))}
          </section>
        ) : null}
      </div>
    </div>
  )
}

export const Route = createFileRoute('/dashboard')({
  component: DashboardPage,
  loader: ({ context: { queryClient } }) => {
    const profile = queryClient.getQueryData(sessionQuery.queryKey)
    const features = queryClient.getQueryData(siteQuery.queryKey)?.features
    const wanted = [queryClient.prefetchQuery(visitQuery), queryClient.prefetchQuery(accessQuery)]
    if (profile && features && maySeePeople(profile, features)) wanted.push(queryClient.prefetchQuery(onSiteQuery))
    return headStart(wanted)
  },
  staticData: {
    title: 'site:home',
    name: 'dashboard',
    loggedIn: true,
    kiosk: true,
    bottomBar: true,
    menu: { group: 'home', icon: IconHome, order: 0 },
  },
})

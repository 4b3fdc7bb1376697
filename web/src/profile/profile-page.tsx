import { IconUserCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { sessionQuery } from '#platform/session/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { RefusalNoticesCard } from '../access/notices/refusal-notices-card.tsx'
import { MyAgreementsCard } from '../agreements/my-agreements-card.tsx'
import { PinCard } from '../kiosks/pin-card.tsx'
import { AppCard } from '../mobile/app-card.tsx'
import { OwnSitesCard } from '../openid/own-sites-card.tsx'
import { loadOpenidWords } from '../openid/page-words.ts'
import { PushCard } from '../push/push-card.tsx'
import { CloseCard } from './close-card.tsx'
import { DataCard } from './data-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { OwnEmailCard } from './email-card.tsx'
import { NewsCard } from './news-card.tsx'
import { OtherMembersCard } from './other-members-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { UpdateRequiredCard } from './update-required-card.tsx'
import classes from './profile.module.css'

/** What members keep right about themselves, and the keys to their account. */
const ProfilePage = () => (
  <Page query={useQuery(sessionQuery)}>
    {(profile) =>
      profile ? (
        <div className={classes.columns}>
          <UpdateRequiredCard isOnProfile />
          <DetailsCard profile={profile} />
          <OtherMembersCard profile={profile} />
          <OwnEmailCard email={profile.email} hasPassword={profile.hasPassword} />
          <NewsCard profile={profile} />
          <PasswordCard hasPassword={profile.hasPassword} />
          <SecurityCard />
          <PinCard />
          <AppCard />
          <PushCard memberId={profile.id} />
          <RefusalNoticesCard memberId={profile.id} />
          <SessionsCard />
          <OwnSitesCard />
          <MyAgreementsCard />
          <DataCard />
          <CloseCard />
        </div>
      ) : null
    }
  </Page>
)

export const Route = createFileRoute('/account/profile')({
  component: ProfilePage,
  // The words of one card come with it.
  loader: loadOpenidWords,
  staticData: {
    title: 'profile:titleProfile',
    name: 'profile',
    loggedIn: true,
    menu: { group: 'membership', icon: IconUserCircle, order: 10 },
  },
})

import { IconUserCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { sessionQuery } from '#platform/session/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { PinCard } from '../kiosks/pin-card.tsx'
import { CloseCard } from './close-card.tsx'
import { DataCard } from './data-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { EmailCard } from './email-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { UpdateRequiredCard } from './update-required-card.tsx'
import classes from './profiles.module.css'

/** What a member keeps right about himself, and the keys to his account. */
const ProfilePage = () => (
  <Page query={useQuery(sessionQuery)}>
    {(profile) =>
      profile ? (
        <div className={classes.columns}>
          <UpdateRequiredCard isOnProfile />
          <DetailsCard profile={profile} />
          <EmailCard email={profile.email} />
          <PasswordCard />
          <PinCard />
          <SessionsCard />
          <DataCard />
          <CloseCard />
        </div>
      ) : null
    }
  </Page>
)

export const Route = createFileRoute('/account/profile')({
  component: ProfilePage,
  staticData: {
    title: 'profiles:titleProfile',
    name: 'profile',
    loggedIn: true,
    menu: { group: 'membership', icon: IconUserCircle, order: 10 },
  },
})

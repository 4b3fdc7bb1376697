import { Anchor, Text, Title } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile } from '#platform/session/session.ts'
import { MembershipReason } from '../access/membership-card.tsx'
import { standingOf, standings } from '../access/standings.ts'
import { useOwnStanding } from '../signup/api.ts'
import { RefusalCard } from './refusal-card.tsx'

const MemberOnlyPage = () => {
  const { t } = useTranslation('home')
  const profile = useProfile()
  const isKiosk = useIsKiosk()
  const own = useOwnStanding()
  const isActive = profile !== null && standingOf(profile) === 'active'
  return (
    <RefusalCard heading={t('memberOnlyHeading')}>
      {profile && !isActive ? (
        <>
          <Title order={3}>{describeKey(`members:${standings[standingOf(profile)].title}`)}</Title>
          <MembershipReason profile={profile} own={own} />
          {isKiosk ? null : (
            <Anchor size="sm" underline="always" renderRoot={(props) => <Link to="/account/reports" {...props} />}>
              {t('memberOnlyReports')}
            </Anchor>
          )}
        </>
      ) : null}
      {isActive ? <Text c="dimmed">{t('memberOnlyActive')}</Text> : null}
    </RefusalCard>
  )
}

export const Route = createFileRoute('/error/403MemberOnly')({
  component: MemberOnlyPage,
  staticData: { title: 'home:memberOnlyTitle', kiosk: true, hiddenMenu: true },
})

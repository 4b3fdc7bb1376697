import { Text, Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { MembershipReason } from '../access/membership-card.tsx'
import { standingOf, standings } from '../access/standings.ts'
import { RefusalCard } from './refusal-card.tsx'

const MemberOnlyPage = () => {
  const { t } = useTranslation('home')
  const profile = useProfile()
  const isActive = profile !== null && standingOf(profile) === 'active'
  return (
    <RefusalCard heading={t('memberOnlyHeading')}>
      {profile && !isActive ? (
        <>
          <Title order={3}>{describeKey(`members:${standings[standingOf(profile)].title}`)}</Title>
          <MembershipReason profile={profile} />
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

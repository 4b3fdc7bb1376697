import { createFileRoute } from '@tanstack/react-router'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#platform/session/session.ts'
import { MembershipReason } from '../members/membership-card.tsx'
import { standingOf } from '../members/standing-of.ts'
import { RefusalCard } from './refusal-card.tsx'

const MemberOnlyPage = () => {
  const { t } = useTranslation('site')
  const profile = useProfile()
  const isActive = profile !== null && standingOf(profile) === 'active'
  return (
    <RefusalCard badge={t('memberOnlyBadge')} heading={t('memberOnlyHeading')}>
      {profile && !isActive ? <MembershipReason profile={profile} /> : null}
      {isActive ? <Text c="dimmed">{t('memberOnlyActive')}</Text> : null}
    </RefusalCard>
  )
}

export const Route = createFileRoute('/error/403MemberOnly')({
  component: MemberOnlyPage,
  staticData: { title: 'site:memberOnlyTitle', kiosk: true, hiddenMenu: true },
})

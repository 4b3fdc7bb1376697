import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RefusalCard } from './refusal-card.tsx'

const ForbiddenPage = () => {
  const { t } = useTranslation('site')
  return (
    <RefusalCard badge={t('forbiddenBadge')} heading={t('forbiddenHeading')} hasContact>
      {t('forbiddenText')}
    </RefusalCard>
  )
}

export const Route = createFileRoute('/error/403')({
  component: ForbiddenPage,
  staticData: { title: 'site:forbiddenTitle', kiosk: true, hiddenMenu: true },
})

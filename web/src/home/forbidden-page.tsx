import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RefusalCard } from './refusal-card.tsx'

const ForbiddenPage = () => {
  const { t } = useTranslation('home')
  return (
    <RefusalCard heading={t('forbiddenHeading')} hasContact>
      {t('forbiddenText')}
    </RefusalCard>
  )
}

export const Route = createFileRoute('/error/403')({
  component: ForbiddenPage,
  staticData: { title: 'home:forbiddenTitle', kiosk: true, hiddenMenu: true },
})

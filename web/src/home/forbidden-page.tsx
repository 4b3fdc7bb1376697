import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
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

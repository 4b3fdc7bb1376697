import { useTranslation } from 'react-i18next'
import { RefusalCard } from './refusal-card.tsx'

/** For addresses that lead nowhere. */
export const NotFoundCard = () => {
  const { t } = useTranslation('site')
  return <RefusalCard heading={t('notFoundHeading')}>{t('notFoundText')}</RefusalCard>
}

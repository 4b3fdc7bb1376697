// On its own: a whole screen, whatever its length.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The member has just closed the account and was led here. */
    isAccountClosed?: boolean
  }
}

/** The last page a member sees after closing the account. It stays until they leave it. */
export const ClosedCard = () => {
  const { t } = useTranslation('auth')
  return (
    <OutcomeCard kind="done" title={t('closedTitle')} text={t('closedText')}>
      <Button size="xs" variant="default" component={Link} to="/login" state={{ isAccountClosed: false }}>
        {t('toLogin')}
      </Button>
    </OutcomeCard>
  )
}

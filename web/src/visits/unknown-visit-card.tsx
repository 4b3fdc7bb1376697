import { Button, Card } from '@mantine/core'
import { errorText } from '#platform/api/error-text.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './visits.module.css'

type CheckProps = { isBusy: boolean; onRetry: () => void }

/** In place of the reader's visit, when nothing is known of it. */
export const UnknownVisit = ({ error, isBusy, onRetry }: CheckProps & { error: unknown }) => {
  const { t } = useTranslation('visits')
  return (
    <Card component="section" aria-label={t('yourVisit')} role="alert">
      <Status kind="warning" size="md">
        {t('unknownVisit')}
      </Status>
      <p className={classes.hint}>{errorText(error)}</p>
      <Button mt="sm" variant="default" className={classes.retry ?? ''} loading={isBusy} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </Card>
  )
}

/** Under what was last known of the visit: how old it is. */
export const KnownSince = ({ at, isBusy, onRetry }: CheckProps & { at: number }) => {
  const { t } = useTranslation('visits')
  return (
    <span className={classes.age} role="alert">
      <Status kind="warning">{t('knownSince', { time: formatSince(at) })}</Status>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </span>
  )
}

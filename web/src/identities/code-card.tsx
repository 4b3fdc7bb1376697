import { Anchor, Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/api/error-text.ts'
import { formatTime } from '#platform/i18n/format.ts'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { idCodeQuery } from './api.ts'
import { QrCard } from './qr-card.tsx'
import { readAge } from './read-age.ts'
import classes from './digital-id.module.css'

const lookAgainMs = 5000

type NoneProps = { title: string; text: string; isBusy: boolean; onRetry: () => void }

const NoCode = ({ title, text, isBusy, onRetry }: NoneProps) => {
  const { t } = useTranslation('identities')
  return (
    <div className={classes.none} role="alert">
      <Status kind="refused">{title}</Status>
      <p className={classes.dim}>{text}</p>
      <Button variant="default" loading={isBusy} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  )
}

/** The code with its age, or why there is none. */
export const CodeCard = ({ memberId }: { memberId: number }) => {
  const { t } = useTranslation('identities')
  const { data: code, error, isFetching, dataUpdatedAt, refetch } = useQuery(idCodeQuery(memberId))
  const now = useNow(lookAgainMs)
  const retry = { isBusy: isFetching, onRetry: () => void refetch() }
  if (!code) {
    if (!error) return <Loader aria-label={t('fetching')} />
    return <NoCode title={t('noCode')} text={errorText(error)} {...retry} />
  }
  const age = readAge({ code, receivedAt: dataUpdatedAt, now })
  if (age.isOver) return <NoCode title={t('ranOut')} text={t('ranOutText')} {...retry} />
  const isOffline = error !== null || age.isBehind
  return (
    <>
      <QrCard address={code.url} />
      <div className={classes.screenOnly}>
        <div role="status">{isOffline ? <Status kind="offline">{t('offline')}</Status> : null}</div>
        <p className={classes.dim}>
          {isOffline ? `${t('age', { count: age.minutesOld })} ${t('left', { count: age.minutesLeft })}` : t('renews')}
        </p>
        <Anchor href={code.url} target="_blank" rel="noreferrer" size="sm">
          {t('whatOthersSee')}
        </Anchor>
      </div>
      <p className={classes.printOnly}>{t('printedUntil', { time: formatTime(code.expiresAt) })}</p>
    </>
  )
}

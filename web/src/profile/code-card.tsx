import { Button, Loader, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AddressWarning } from '#platform/ui/address-warning.tsx'
import { QrCode } from '#platform/ui/qr-code.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { ageOf } from './code-age.ts'
import { idCodeQuery } from './id-codes.ts'
import classes from './digital-id.module.css'

const lookAgainMs = 5000

type NoneProps = { title: string; text: string; isBusy: boolean; onRetry: () => void }

const NoCode = ({ title, text, isBusy, onRetry }: NoneProps) => {
  const { t } = useTranslation('profile')
  return (
    <div className={classes.none} role="alert">
      <Status kind="refused">{title}</Status>
      <p className={classes.dim}>{text}</p>
      <Button size="xs" variant="default" loading={isBusy} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  )
}

/** The code with its age, or why there is none. */
export const CodeCard = ({ memberId }: { memberId: number }) => {
  const { t } = useTranslation('profile')
  const { data: code, error, isFetching, dataUpdatedAt, refetch } = useQuery(idCodeQuery(memberId))
  const now = useNow(lookAgainMs)
  const retry = { isBusy: isFetching, onRetry: () => void refetch() }
  if (!code) {
    if (!error) return <Loader aria-label={t('fetching')} />
    return <NoCode title={t('noCode')} text={errorText(error)} {...retry} />
  }
  const age = ageOf({ code, receivedAt: dataUpdatedAt, now })
  if (age.isOver) return <NoCode title={t('ranOut')} text={t('ranOutText')} {...retry} />
  const isOffline = error !== null || age.isBehind
  return (
    <>
      <QrCode address={code.url} label={t('qr')} />
      <AddressWarning />
      <div>
        <div role="status">{isOffline ? <Status kind="offline">{t('offline')}</Status> : null}</div>
        <p className={classes.dim}>
          {isOffline ? `${t('age', { count: age.minutesOld })} ${t('left', { count: age.minutesLeft })}` : t('renews')}
        </p>
        <Anchor href={code.url} target="_blank" rel="noreferrer" size="sm">
          {t('whatOthersSee')}
        </Anchor>
      </div>
    </>
  )
}

import type { Mailing } from '@spacekeeper/contract/mailings/shapes.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'

export const countWords = (count: number) => ({ count, formatted: formatNumber(count) })

/** Where a mailing has got to, in a word or two. */
export const MailingBadge = ({ mailing }: { mailing: Mailing }) => {
  const { t } = useTranslation('mailings')
  const { sent, total, failed, kept, isDone, stopped } = mailing
  if (stopped) return <Status kind="info">{t('stateStopped')}</Status>
  if (!isDone) {
    return <Status kind="waiting">{t('sentOf', { sent: formatNumber(sent), total: formatNumber(total) })}</Status>
  }
  if (failed > 0) return <Status kind="refused">{t('stateFailed', countWords(failed))}</Status>
  return kept > 0 ? <Status kind="info">{t('stateKept')}</Status> : <Status kind="fine">{t('stateSent')}</Status>
}

/** What became of those who have not got it. */
export const useLosses = () => {
  const { t } = useTranslation('mailings')
  return ({ kept, failed, cancelled, skipped }: Mailing): string =>
    Object.entries({ kept, failed, cancelled, skipped } as const)
      .flatMap(([what, count]) => (count > 0 ? [t(what as 'kept', countWords(count))] : [])) // entries loses the names
      .join(' ')
}

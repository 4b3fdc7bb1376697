import { Text } from '@mantine/core'
import type { QuorumMeter } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './attendance.module.css'

/** When the quorum was reached and lost. One moment alone stands above already. */
export const QuorumHistoryList = ({ changes }: { changes: QuorumMeter['changes'] }) => {
  const { t } = useTranslation('meetings')
  if (changes.length < 2) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('history')}
      </Text>
      <ul className={classes.list} aria-label={t('history')}>
        {changes.map(({ at, isReached, present, represented }, index) => (
          <li key={at} className={classes.facts}>
            <span>{formatTime(at)}</span>
            <Status kind={isReached ? 'good' : 'warning'}>
              {t(isReached ? 'historyReached' : index === 0 ? 'historyMissing' : 'historyLost')}
            </Status>
            <span>{t('presentCount', { count: present })}</span>
            {represented > 0 ? <span>{t('representedCount', { count: represented })}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { QuorumMeter } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { countedOf, quorumState } from './meter.ts'
import classes from './attendance.module.css'

/** How many are there, how many have to be, and since when that is so. */
export const QuorumRow = ({ meter }: { meter: QuorumMeter }) => {
  const { t } = useTranslation('meetings')
  const { needed, present, represented, guests, onRoll, countsProxies, since } = meter
  const counted = countedOf(meter)
  const { kind, word } = quorumState(meter)
  return (
    <div className={classes.meter}>
      <div role="status">
        <Status kind={kind} size="md">
          {t(word)}
          {since === null ? null : ` ${t('quorumSince', { time: formatSince(since) })}`}
        </Status>
      </div>
      <div className={classes.figures}>
        <span className={classes.big}>
          {needed === null ? t('presentCount', { count: present }) : t('quorumCounted', { count: counted, needed })}
        </span>
        <span className={classes.dim}>
          {[
            ...(needed === null ? [] : [t('presentCount', { count: present })]),
            ...(represented > 0
              ? [t(countsProxies || needed === null ? 'representedCount' : 'representedApart', { count: represented })]
              : []),
            ...(guests > 0 ? [t('guestCount', { count: guests })] : []),
            t('rollCount', { count: onRoll }),
          ].join(' · ')}
        </span>
      </div>
      {needed === null ? null : <QuorumBar meter={meter} />}
    </div>
  )
}

/** As far as it is filled, so far it is to the quorum. */
const QuorumBar = ({ meter }: { meter: QuorumMeter }) => {
  const { t } = useTranslation('meetings')
  const needed = meter.needed ?? 0
  const counted = countedOf(meter)
  return (
    <div
      className={classes.bar}
      role="meter"
      aria-label={t('quorum')}
      aria-valuemin={0}
      aria-valuemax={Math.max(needed, counted)}
      aria-valuenow={counted}
      aria-valuetext={t('quorumCounted', { count: counted, needed })}
    >
      <div
        className={classes.fill}
        data-reached={meter.isReached || undefined}
        style={{ width: `${Math.min(100, (counted / Math.max(1, needed)) * 100)}%` }}
      />
    </div>
  )
}

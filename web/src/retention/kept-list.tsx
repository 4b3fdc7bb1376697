import type { KeptData } from '@spacekeeper/contract/retention/routes.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './retention.module.css'

const yearDays = 365.25

/** Days as people say them: in years where it is whole years, give or take a leap day. */
const useDuration = () => {
  const { t } = useTranslation('retention')
  return (days: number) => {
    if (days === 0) return t('forEver')
    const years = Math.round(days / yearDays)
    const isYears = years > 0 && Math.abs(days - years * yearDays) <= 1
    const count = isYears ? years : days
    return t(isYears ? 'years' : 'days', { count, formatted: formatNumber(count) })
  }
}

/** What is kept how long, and why so long; what else there is to say of each follows it. */
export const KeptList = <T extends KeptData>({
  kept,
  label,
  more,
}: {
  kept: readonly T[]
  label: string
  more?: (one: T) => ReactNode
}) => {
  const describe = useDuration()
  return (
    <ul className={classes.list} aria-label={label}>
      {kept.map((one) => (
        <li key={one.title} className={classes.row}>
          <span className={classes.what}>
            <span className={classes.title}>{one.title}</span>
            <span className={classes.reason}>{one.reason}</span>
            {more?.(one)}
          </span>
          {one.days === null ? null : <span className={classes.time}>{describe(one.days)}</span>}
        </li>
      ))}
    </ul>
  )
}

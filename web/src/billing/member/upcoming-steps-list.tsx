import { Text } from '@mantine/core'
import type { UpcomingStep, UpcomingSteps } from '@spacekeeper/contract/reminders/shapes.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './plan.module.css'

const stepWords = {
  email: 'upcomingEmail',
  sms: 'upcomingSms',
  accessEnds: 'upcomingAccessEnds',
  endMembership: 'upcomingEnds',
} as const satisfies Record<UpcomingStep['kind'], string>

const pausedWords = {
  processing: 'upcomingProcessing',
  paused: 'upcomingPaused',
  moreTime: 'upcomingMoreTime',
} as const

const pausedWord = (reason: NonNullable<UpcomingSteps['paused']>) =>
  reason === 'processing' || reason === 'paused' || reason === 'moreTime' ? pausedWords[reason] : 'upcomingOther'

/** What happens to a member on which day unless they pay: "Access ends Sat 14 Mar". */
export const UpcomingStepsList = ({ steps, paused }: UpcomingSteps) => {
  const { t } = useTranslation('reminders')
  const money = useMoney()
  return (
    <>
      {paused === null ? null : <Text size="sm">{t(pausedWord(paused))}</Text>}
      <ul className={classes.rows}>
        {steps.map(({ on, kind, openCents }) => (
          <li key={`${on} ${kind} ${openCents}`} className={classes.row}>
            <span className={classes.words}>
              {kind === 'accessEnds' || kind === 'endMembership' ? (
                <Status kind="warning">{t(stepWords[kind])}</Status>
              ) : (
                t(stepWords[kind])
              )}
              <span className={classes.more}>{t('upcomingFor', { amount: money(openCents) })}</span>
            </span>
            <span>{t('upcomingOn', { day: formatCalendarDay(on) })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

import { Button } from '@mantine/core'
import { collectorWords } from '@spacekeeper/contract/billing/words.ts'
import type { ReminderStep } from '@spacekeeper/contract/reminders/shapes.ts'
import { formatList, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { describeOffset } from './step-words.ts'
import classes from './reminders.module.css'

type Props = {
  steps: readonly ReminderStep[]
  graceDays: number
  /** Null where the steps of all plans are shown for one plan that follows them. */
  acts: { onChange: (step: ReminderStep) => void; onRemove: (step: ReminderStep) => void } | null
}

/** The steps along the days, with the end of the days of grace among them. */
export const ReminderStepsList = ({ steps, graceDays, acts }: Props) => {
  const { t } = useTranslation('reminders')
  const before = steps.filter(({ offsetDays }) => offsetDays <= graceDays)
  const after = steps.filter(({ offsetDays }) => offsetDays > graceDays)
  const rows = (some: readonly ReminderStep[]) => some.map((step) => <StepRow key={step.id} step={step} acts={acts} />)
  return (
    <ol className={classes.steps}>
      {rows(before)}
      <li className={classes.step} data-off>
        <span className={classes.mark} aria-hidden />
        <span className={classes.when}>{describeOffset(graceDays)}</span>
        <span className={classes.what}>
          {t('graceStep', { count: graceDays, formatted: formatNumber(graceDays) })}
          <span className={classes.more}>{t('graceText')}</span>
        </span>
      </li>
      {rows(after)}
    </ol>
  )
}

const StepRow = ({ step, acts }: { step: ReminderStep; acts: Props['acts'] }) => {
  const { t } = useTranslation('reminders')
  const { channel, subject, text, action, collectors, isOn } = step
  const when = describeOffset(step.offsetDays)
  return (
    <li className={classes.step} data-off={!isOn || undefined}>
      <span className={classes.mark} aria-hidden />
      <span className={classes.when}>{when}</span>
      <span className={classes.what}>
        {channel === 'email' ? t('stepEmail', { subject }) : t('stepSms', { text })}
        {collectors === null ? null : (
          <span className={classes.more}>
            {t('onlyFor', { collectors: formatList(collectors.map((one) => collectorWords[one])) })}
          </span>
        )}
        {action === 'none' ? null : <Status kind="warning">{t(action)}</Status>}
        {isOn ? null : <Status kind="none">{t('stepOff')}</Status>}
      </span>
      {acts === null ? null : (
        <span className={classes.acts}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => acts.onChange(step)}
            aria-label={t('changeOf', { when })}
          >
            {t('change')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => acts.onRemove(step)}
            aria-label={t('removeOf', { when })}
          >
            {t('remove')}
          </Button>
        </span>
      )}
    </li>
  )
}

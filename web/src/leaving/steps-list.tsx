import type { LeavingStepView } from '@spacekeeper/contract/leaving/shapes.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { StepActions } from './step-actions-list.tsx'
import { stepMarks } from './words.ts'
import classes from './leaving.module.css'

type Props = {
  steps: readonly LeavingStepView[]
  label: string
  /** The checklist on which staff act on steps; null where there is nothing to do. */
  openOf?: number | null
}

/** The steps of a checklist, each with its day and what became of it. */
export const LeavingStepsList = ({ steps, label, openOf = null }: Props) => {
  const { t } = useTranslation('leaving')
  return (
    <ol className={classes.list} aria-label={label}>
      {steps.map((step) => {
        const { name, title, dueOn, state, words } = step
        // What was not looked at yet waits for its day only.
        const shown = state === 'waiting' && words === '' ? 'planned' : state
        return (
          <li key={name} className={classes.row}>
            <div className={classes.facts}>
              <div className={classes.head}>
                <span className={classes.title}>{title}</span>
                <Status kind={stepMarks[shown]}>{t(`step_${shown}`)}</Status>
              </div>
              <p className={classes.fact}>
                {[formatCalendarDay(dueOn), words].filter((part) => part !== '').join(': ')}
              </p>
            </div>
            {openOf === null ? null : <StepActions leavingId={openOf} step={step} />}
          </li>
        )
      })}
    </ol>
  )
}

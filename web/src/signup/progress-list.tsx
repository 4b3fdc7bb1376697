import { Text, VisuallyHidden } from '@mantine/core'
import type { SignupStepState } from '@spacekeeper/contract/signup/shapes.ts'
import type { SignupStep } from '@spacekeeper/contract/signup/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './signup.module.css'

type Props = { steps: readonly SignupStepState[]; current: SignupStep | null }

const words = { done: 'stepDone', open: 'stepOpen', waiting: 'stepWaiting' } as const

/** How far the member is: "2 of 5 · about 1 minute", and a bar for each step. */
export const ProgressList = ({ steps, current }: Props) => {
  const { t } = useTranslation('signup')
  const at = steps.findIndex(({ step }) => step === current)
  const now = steps[at]
  return (
    <div className={classes.progress}>
      {now ? (
        <Text size="sm" c="dimmed" role="status">
          {t('progress', { at: at + 1, count: steps.length })} · {t('minutes', { count: now.minutes })}
        </Text>
      ) : null}
      <ol className={classes.bars} aria-label={t('stepsList')}>
        {steps.map(({ step, state }) => (
          <li key={step} className={classes.bar} data-state={state} data-current={step === current || undefined}>
            <VisuallyHidden>
              {t(words[state])} {t(`step_${step}`)}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
    </div>
  )
}

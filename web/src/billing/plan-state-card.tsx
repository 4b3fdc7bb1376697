import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { plan } from './api.ts'
import { lastDayBefore, pauseOf } from './plan-state.ts'

type StateAction = { title: string; text: string; action: string; done: string; run: () => Promise<unknown> }

/** What needs a look: the state, what it means, and the one thing to do. */
type Matter = { kind: StatusKind; title: string; text: string; ask?: StateAction }

const useMatter = (mine: MyPlan & { subscription: MySubscription }): Matter | null => {
  const { t } = useTranslation('billing')
  const { subscription, today } = mine
  const { state, cancelOn } = subscription
  const pause = pauseOf(subscription, today)
  if (!subscription.hasAccess && subscription.givenBackUntil !== null) {
    const day = formatCalendarDay(subscription.givenBackUntil)
    return { kind: 'waiting', title: t('givenBackTitle', { day }), text: t('givenBackText') }
  }
  if (state === 'paused' && pause) {
    return {
      kind: 'waiting',
      title: t('pausedTitle', { day: formatCalendarDay(pause.days.to) }),
      text: t('pausedText'),
      ask: {
        title: t('endPauseTitle'),
        text: t('endPauseText'),
        action: t('endPause'),
        done: t('pauseEnded'),
        run: () => plan.endPause(),
      },
    }
  }
  if (state === 'cancelling' && cancelOn !== null) {
    return {
      kind: 'warning',
      title: t('cancellingTitle', { day: formatCalendarDay(cancelOn) }),
      text: t('cancellingText', { day: formatCalendarDay(lastDayBefore(cancelOn)) }),
      ask: {
        title: t('resumeTitle'),
        text: t('resumeText'),
        action: t('resume'),
        done: t('resumed'),
        run: () => plan.actOnSubscription({ action: 'resume' }),
      },
    }
  }
  if (pause) {
    return {
      kind: 'info',
      title: t('pauseComesTitle', { from: formatCalendarDay(pause.days.from) }),
      text: t('pauseComesText', { to: formatCalendarDay(lastDayBefore(pause.days.to)) }),
      ask: {
        title: t('callOffTitle'),
        text: t('callOffText'),
        action: t('callOffPause'),
        done: t('pauseCalledOff'),
        run: () => plan.endPause(),
      },
    }
  }
  return null
}

/** Matters of a plan that need a look beside its payments; nothing while all is well. */
export const PlanStateCard = ({ mine }: { mine: MyPlan & { subscription: MySubscription } }) => {
  const matter = useMatter(mine)
  const [asked, setAsked] = useState<StateAction | null>(null)
  const run = async (ask: StateAction) => {
    await ask.run()
    notify.done({ text: ask.done })
  }
  return (
    <>
      {matter ? (
        <Card component="section" aria-labelledby="plan-state">
          <Stack gap="xs" align="flex-start">
            <Status kind={matter.kind} size="md">
              <Title order={2} id="plan-state" fz="inherit" component="h2">
                {matter.title}
              </Title>
            </Status>
            <Text>{matter.text}</Text>
            {matter.ask ? <Button onClick={() => setAsked(matter.ask ?? null)}>{matter.ask.action}</Button> : null}
          </Stack>
        </Card>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={asked.title}
          text={asked.text}
          action={asked.action}
          run={() => run(asked)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

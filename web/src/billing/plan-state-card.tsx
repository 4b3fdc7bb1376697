import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { plan } from './api.ts'
import { lastDayBefore, openCentsOfPlan, overdueCents, pauseOf } from './plan-state.ts'

type StateAction = { title: string; text: string; action: string; done: string; run: () => Promise<unknown> }

/** What needs a look: the state, what it means, and the one thing to do. */
type Matter = { kind: StatusKind; title: string; text: string; ask?: StateAction }

const useMatter = (mine: MyPlan & { subscription: MySubscription }): Matter | null => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { subscription, today, currency } = mine
  const { state, accessUntil, cancelOn, moreTimeUntil, paidThrough } = subscription
  const open = money(openCentsOfPlan(mine), currency)
  const overdue = overdueCents(mine)
  const pause = pauseOf(subscription, today)
  if (!subscription.hasAccess && subscription.givenBackUntil !== null) {
    const day = formatCalendarDay(subscription.givenBackUntil)
    return { kind: 'waiting', title: t('givenBackTitle', { day }), text: t('givenBackText') }
  }
  if (state === 'incomplete' && subscription.collector === 'stripe') {
    return { kind: 'waiting', title: t('incompleteTitleCard'), text: t('incompleteText') }
  }
  if (state === 'incomplete') {
    return { kind: 'waiting', title: t('incompleteTitle', { amount: open }), text: t('incompleteText') }
  }
  if (state === 'pastDue') {
    // With other ways of paying the days without access are not charged.
    const word = subscription.collector === 'stripe' ? 'pastDueTextCard' : 'pastDueText'
    return { kind: 'refused', title: t('pastDueTitle'), text: t(word, { amount: money(overdue, currency) }) }
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
  if (overdue > 0 && paidThrough <= today) {
    const more = moreTimeUntil !== null && moreTimeUntil > today
    return {
      kind: 'warning',
      title: t('graceTitle', { day: formatCalendarDay(accessUntil) }),
      text: [
        t('graceText', { amount: money(overdue, currency) }),
        ...(more ? [t('moreTimeText', { day: formatCalendarDay(moreTimeUntil) })] : []),
      ].join(' '),
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

/** What needs a look about a plan, above everything else; nothing while all is well. */
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

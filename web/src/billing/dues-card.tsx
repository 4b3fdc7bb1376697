import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { DueLine, OwnDues } from '@spacekeeper/contract/billing/dues-shapes.ts'
import type { MyPlan } from '@spacekeeper/contract/billing/shapes.ts'
import type { DueReason } from '@spacekeeper/contract/billing/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { PayWayCard } from '../bank/pay-way-card.tsx'
import { cardDuesQuery } from '../stripe/dues-api.ts'
import { DuesForm, hasDues } from '../stripe/dues-form.tsx'
import { plan } from './api.ts'
import { lastDayBefore } from './plan-state.ts'
import classes from './my-plan.module.css'

const looks = {
  first: { kind: 'waiting', title: 'incompleteTitle', text: 'incompleteText' },
  ended: { kind: 'refused', title: 'pastDueTitle', text: 'pastDueText' },
  overdue: { kind: 'warning', title: 'graceTitle', text: 'graceText' },
  open: { kind: 'info', title: 'openTitle', text: null },
  former: { kind: 'warning', title: 'formerTitle', text: 'formerText' },
} as const satisfies Record<DueReason, { kind: StatusKind; title: string; text: string | null }>

const useLineWords = () => {
  const { t } = useTranslation('billing')
  return ({ description, period }: DueLine) =>
    period
      ? t('charge_period', {
          plan: description,
          from: formatCalendarDay(period.from),
          to: formatCalendarDay(lastDayBefore(period.to)),
        })
      : description
}

type DueRowProps = { line: DueLine; mine: MyPlan; onPay: (line: DueLine) => void }

const DueRow = ({ line, mine, onPay }: DueRowProps) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const words = useLineWords()
  const { enableMemberBucks } = useSite().features
  const { amountCents, chargeId, dueOn } = line
  const { currency } = mine.dues
  const charge = mine.charges.find(({ id }) => id === chargeId)
  const mayPay = enableMemberBucks && charge !== undefined && mine.balanceCents >= amountCents
  const day = t('dueOn', { day: formatCalendarDay(dueOn) })
  return (
    <li className={classes.row}>
      <span>
        {words(line)}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {charge && charge.paidCents > 0
            ? `${t('partPaid', { paid: money(charge.paidCents, currency), amount: money(charge.amountCents, currency) })}, ${day}`
            : day}
        </span>
      </span>
      <span className={classes.money}>{money(amountCents, currency)}</span>
      {mayPay ? (
        <Button size="xs" variant="default" onClick={() => onPay(line)}>
          {t('payFromBalance', { amount: money(amountCents, currency) })}
        </Button>
      ) : null}
    </li>
  )
}

/** Why it is owed, until when, and what of it the bank sent back. */
const Why = ({ mine }: { mine: MyPlan }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { reason, owedCents, currency, by, returned, collector } = mine.dues
  if (reason === null) return null
  const amount = money(owedCents, currency)
  const day = by === null ? '' : formatCalendarDay(by)
  const { kind, title, text } = looks[reason]
  const { subscription, today } = mine
  const until = subscription?.moreTimeUntil ?? null
  const word = reason === 'ended' && collector === 'stripe' ? 'pastDueTextCard' : text
  return (
    <>
      <Status kind={kind} size="md">
        <Title order={2} id="to-pay" fz="inherit">
          {t(title, { amount, day })}
        </Title>
      </Status>
      {returned ? (
        <Status kind="refused">
          {t('debitReturned', {
            amount: money(returned.amountCents, currency),
            day: formatCalendarDay(returned.on),
            reason: returned.reason,
          })}
        </Status>
      ) : null}
      {word === null ? null : <Text>{t(word, { day })}</Text>}
      {until !== null && until > today ? <Text>{t('moreTimeText', { day: formatCalendarDay(until) })}</Text> : null}
    </>
  )
}

/** By card beside the way that was chosen. */
const CardInstead = ({ isChosen }: { isChosen: boolean }) => {
  const { t } = useTranslation('billing')
  const { data: dues } = useQuery(cardDuesQuery)
  if (!dues || !hasDues(dues)) return null
  if (isChosen) return <DuesForm dues={dues} />
  return (
    <section aria-labelledby="pay-by-card" className={classes.instead}>
      <Title order={3} id="pay-by-card">
        {t('orByCard')}
      </Title>
      <DuesForm dues={dues} isSecond />
    </section>
  )
}

/** Whether the page has something to say of what is owed or under way. */
export const hasOwed = ({ owedCents, onItsWayCents }: OwnDues): boolean => owedCents > 0 || onItsWayCents > 0

/** All that is owed, why and until when, and how it is paid: first by the way the member has chosen. */
export const DuesCard = ({ mine }: { mine: MyPlan }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { enableStripe } = useSite().features
  const [paying, setPaying] = useState<DueLine | null>(null)
  const { dues } = mine
  const { owedCents, onItsWayCents, currency, lines, collector } = dues
  const isByCard = collector === 'stripe'
  const pay = async (line: DueLine) => {
    await plan.payFromBalance({ chargeId: line.chargeId })
    notify.done({ text: t('paidFromBalance') })
  }
  return (
    <Card component="section" aria-labelledby={owedCents > 0 ? 'to-pay' : 'on-its-way'}>
      <Stack gap="sm" align="stretch">
        <Why mine={mine} />
        {enableStripe && isByCard && owedCents > 0 ? <CardInstead isChosen /> : null}
        {lines.length > 0 ? (
          <ul className={classes.list} aria-label={t('toPay')}>
            {lines.map((line) => (
              <DueRow key={line.chargeId} line={line} mine={mine} onPay={setPaying} />
            ))}
          </ul>
        ) : null}
        {owedCents > 0 && !isByCard ? <PayWayCard dues={dues} balanceCents={mine.balanceCents} /> : null}
        {enableStripe && !isByCard && owedCents > 0 ? <CardInstead isChosen={false} /> : null}
        {onItsWayCents > 0 ? (
          <Status kind="waiting">
            <span id="on-its-way">{t('onItsWayText', { amount: money(onItsWayCents, currency) })}</span>
          </Status>
        ) : null}
      </Stack>
      {paying ? (
        <ConfirmDialog
          title={t('payBalanceTitle', { amount: money(paying.amountCents, currency) })}
          text={t('payBalanceText', {
            before: money(mine.balanceCents),
            after: money(mine.balanceCents - paying.amountCents),
          })}
          action={t('pay', { amount: money(paying.amountCents, currency) })}
          run={() => pay(paying)}
          onClose={() => setPaying(null)}
        />
      ) : null}
    </Card>
  )
}

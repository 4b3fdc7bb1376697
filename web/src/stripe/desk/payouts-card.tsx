import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import type { ClearingFault, Payout } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSpaceDay } from '#platform/form/space-clock.ts'
import { formatCalendarDay, formatDate, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { clearingQuery } from './desk-api.ts'
import { SetAsideDialog } from './set-aside-dialog.tsx'
import classes from './desk.module.css'

const states = {
  clear: { kind: 'fine', words: 'stateClear' },
  unclear: { kind: 'warning', words: 'stateUnclear' },
  onItsWay: { kind: 'waiting', words: 'stateOnItsWay' },
  byHand: { kind: 'info', words: 'stateByHand' },
  failed: { kind: 'refused', words: 'stateNotArrived' },
} as const satisfies Record<Payout['state'], { kind: StatusKind; words: string }>

const faultWords = {
  notOurs: 'faultNotOurs',
  differs: 'faultDiffers',
  missing: 'faultMissing',
  converted: 'faultConverted',
} as const satisfies Record<ClearingFault['kind'], string>

const FaultRow = ({ fault }: { fault: ClearingFault }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const { kind, ref, type, theirCents, ourCents, currency, at, memberId, memberName } = fault
  const amounts = { amount: money(theirCents, currency), theirs: money(theirCents, currency) }
  return (
    <li>
      {formatDate(at)}, {ref}
      {memberId === null ? null : (
        <>
          {', '}
          <Anchor
            underline="always"
            inherit
            renderRoot={(props) => (
              <Link to="/manage/members/$memberId" params={{ memberId: String(memberId) }} {...props} />
            )}
          >
            {memberName}
          </Anchor>
        </>
      )}
      {': '}
      {t(faultWords[kind], { ...amounts, ours: money(ourCents, currency), type })}
    </li>
  )
}

/** Lists everything that does not add up, with the way to book what doesn’t belong to the portal. */
const Faults = ({ faults, count }: { faults: readonly ClearingFault[]; count: number }) => {
  const { t } = useTranslation('stripe')
  const [isAsking, setAsking] = useState(false)
  const foreign = faults.filter(({ kind, movementId }) => kind === 'notOurs' && movementId !== null)
  const more = count - faults.length
  if (count === 0) return null
  return (
    <div className={classes.wide}>
      <ul className={classes.faults}>
        {faults.map((fault) => (
          <FaultRow key={`${fault.ref} ${fault.movementId}`} fault={fault} />
        ))}
        {more > 0 ? <li>{t('moreFaults', { count: more, formatted: formatNumber(more) })}</li> : null}
      </ul>
      {foreign.length > 0 ? (
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t('setAside')}
        </Button>
      ) : null}
      {isAsking ? <SetAsideDialog faults={foreign} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

const PayoutRow = ({ payout }: { payout: Payout }) => {
  const { t } = useTranslation('stripe')
  const spaceDay = useSpaceDay()
  const money = useMoney()
  const { state, amountCents, currency, arrivesOn, grossCents, feeCents, restCents, failure } = payout
  const day = formatCalendarDay(arrivesOn)
  const sums = { gross: money(grossCents, currency), fees: money(feeCents, currency) }
  return (
    <li className={classes.row}>
      <span>
        {t(arrivesOn > spaceDay() ? 'arrives' : 'arrived', { day })}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {state === 'byHand' ? t('byHandText') : t('payoutSums', sums)}
        </span>
        {failure === null ? null : <span className={classes.quiet}>{failure}</span>}
        {state === 'unclear' && restCents !== 0 ? (
          <span className={classes.quiet}>{t('restText', { amount: money(restCents, currency) })}</span>
        ) : null}
      </span>
      <span className={classes.money}>
        {money(amountCents, currency)}
        <br />
        <Status kind={states[state].kind}>{t(states[state].words)}</Status>
      </span>
      <Faults faults={payout.faults} count={payout.faultCount} />
    </li>
  )
}

/** What Stripe paid out, and whether each payout is made of what is booked here. */
export const PayoutsCard = () => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const query = useInfiniteQuery(clearingQuery)
  return (
    <Card component="section" aria-labelledby="stripe-payouts">
      <Title order={2} id="stripe-payouts" mb="xs">
        {t('payouts')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('payoutsText')}
      </Text>
      <Page query={query}>
        {({ pages }) => {
          const [first] = pages
          const payouts = pages.flatMap((page) => page.payouts)
          return (
            <Stack gap="xs" mt="sm">
              {first?.left.map(({ currency, cents }) => (
                <Text key={currency}>{t('stillThere', { amount: money(cents, currency) })}</Text>
              ))}
              {first && first.otherCount > 0 ? (
                <section aria-label={t('others')}>
                  <Status kind="warning">{t('others')}</Status>
                  <Faults faults={first.otherFaults} count={first.otherCount} />
                </section>
              ) : null}
              {payouts.length === 0 ? <Text c="dimmed">{t('noPayouts')}</Text> : null}
              <ul className={classes.list} aria-label={t('payouts')}>
                {payouts.map((payout) => (
                  <PayoutRow key={payout.id} payout={payout} />
                ))}
              </ul>
              <MoreButton query={query} label={t('moreRows')} size="xs" isCentred />
            </Stack>
          )
        }}
      </Page>
    </Card>
  )
}

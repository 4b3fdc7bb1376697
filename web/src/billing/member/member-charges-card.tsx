import { Button, Card, Text, Title } from '@mantine/core'
import type { MyCharge, MyPayment } from '@spacekeeper/contract/billing/shapes.ts'
import { chargeStateWords, paymentMethodWords } from '@spacekeeper/contract/billing/words.ts'
import { useState } from 'react'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import { CreditHistoryButton } from '../credit-history-dialog.tsx'
import { PaymentRefundDialog } from '../desk/refund-dialog.tsx'
import classes from './plan.module.css'

const tones = {
  open: 'waiting',
  processing: 'info',
  paid: 'fine',
  void: 'none',
  refunded: 'none',
  writtenOff: 'none',
} as const satisfies Record<MyCharge['state'], string>

type Props = { charges: readonly MyCharge[]; today: string; mayChange: boolean }

/** What a member was charged: what is open first. */
export const MemberChargesCard = ({ charges, today, mayChange }: Props) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const [refunded, setRefunded] = useState<number | null>(null)
  return (
    <Card component="section" aria-labelledby="member-charges">
      <Title order={2} id="member-charges">
        {t('staffCharges')}
      </Title>
      {charges.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('staffNoCharges')}
        </Text>
      ) : (
        <ul className={classes.rows} aria-labelledby="member-charges">
          {charges.map(({ id, description, amountCents, paidCents, currency, dueOn, state }) => (
            <li key={id} className={classes.row}>
              <span className={classes.words}>
                {description}
                <span className={classes.more}>
                  {t('staffDue')} {formatCalendarDay(dueOn)}
                  {paidCents > 0 && paidCents < amountCents
                    ? `, ${t('partPaid', { paid: money(paidCents, currency), amount: money(amountCents, currency) })}`
                    : ''}
                </span>
              </span>
              <span className={classes.money}>
                {money(amountCents, currency)}
                <span className={classes.more}>
                  <Status kind={state === 'open' && dueOn < today ? 'warning' : tones[state]}>
                    {chargeStateWords[state]}
                  </Status>
                </span>
                {mayChange && state === 'paid' && paidCents > 0 ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => setRefunded(id)}
                    aria-label={t('deskRefundWhat', { what: description })}
                  >
                    {t('deskRefund')}
                  </Button>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
      {refunded === null ? null : (
        <PaymentRefundDialog target={{ chargeId: refunded }} onClose={() => setRefunded(null)} />
      )}
    </Card>
  )
}

/** What a member paid, newest first. */
export const MemberPaymentsCard = ({ memberId, payments }: { memberId: number; payments: readonly MyPayment[] }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  return (
    <Card component="section" aria-labelledby="member-payments">
      <Title order={2} id="member-payments">
        {t('staffPayments')}
      </Title>
      {payments.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('staffNoPayments')}
        </Text>
      ) : (
        <ul className={classes.rows} aria-labelledby="member-payments">
          {payments.map(({ id, amountCents, currency, method, reference, paidOn }) => (
            <li key={id} className={classes.row}>
              <span className={classes.words}>
                {paymentMethodWords[method]}
                {reference === '' ? null : <span className={classes.more}>{reference}</span>}
              </span>
              <span className={classes.money}>
                {money(amountCents, currency)}
                <span className={classes.more}>{formatCalendarDay(paidOn)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {payments.length === 0 ? null : <CreditHistoryButton memberId={memberId} />}
    </Card>
  )
}

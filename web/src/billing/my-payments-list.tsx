import { Card, Text, Title } from '@mantine/core'
import type { MyPayment } from '@spacekeeper/contract/billing/shapes.ts'
import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { CreditHistoryButton } from './credit-history-dialog.tsx'
import classes from './my-plan.module.css'

const methodWords = {
  bank: 'method_bank',
  directDebit: 'method_directDebit',
  cash: 'method_cash',
  card: 'method_card',
  balance: 'method_balance',
  other: 'method_other',
} as const satisfies Record<PaymentMethod, string>

/** What the member paid lately, newest first. */
export const MyPaymentsList = ({ payments }: { payments: readonly MyPayment[] }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  return (
    <Card component="section" aria-labelledby="my-payments">
      <Title order={2} id="my-payments">
        {t('payments')}
      </Title>
      {payments.length === 0 ? (
        <Text className={classes.quiet ?? ''}>{t('noPayments')}</Text>
      ) : (
        <ul className={classes.list}>
          {payments.map(({ id, method, amountCents, currency, paidOn }) => (
            <li key={id} className={classes.row}>
              <span>
                {t(methodWords[method])}
                <span className={classes.quiet} style={{ display: 'block' }}>
                  {[formatCalendarDay(paidOn), ...(amountCents < 0 ? [t('givenBack')] : [])].join(', ')}
                </span>
              </span>
              <span className={classes.money}>{money(amountCents, currency)}</span>
            </li>
          ))}
        </ul>
      )}
      {payments.length === 0 ? null : <CreditHistoryButton memberId={null} />}
    </Card>
  )
}

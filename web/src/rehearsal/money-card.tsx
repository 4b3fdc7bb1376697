import { Card, Table, Text, Title } from '@mantine/core'
import type { RehearsalStanding } from '@spacekeeper/contract/rehearsal/shapes.ts'
import { formatCalendarDay, formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './rehearsal.module.css'

type Props = { standing: RehearsalStanding; locale: string; isBusy: boolean }

/** What the portal says of the money beside what Stripe says. */
export const MoneyCard = ({ standing, locale, isBusy }: Props) => {
  const { t } = useTranslation('rehearsal')
  const { paidHereCents, paidAtStripeCents, payments, owedCurrency } = standing
  const isSame = paidHereCents === paidAtStripeCents
  return (
    <Card component="section" aria-labelledby="rehearsal-money">
      <Title order={2} id="rehearsal-money">
        {t('moneyHeading')}
      </Title>
      <dl className={classes.facts}>
        <dt>{t('paidHere')}</dt>
        <dd>{formatMoney(paidHereCents, locale, owedCurrency)}</dd>
        <dt>{t('paidAtStripe')}</dt>
        <dd>{formatMoney(paidAtStripeCents, locale, owedCurrency)}</dd>
      </dl>
      {/* While it works, one of the two is always a step ahead. */}
      {isBusy ? null : <Status kind={isSame ? 'fine' : 'warning'}>{t(isSame ? 'isSame' : 'isOther')}</Status>}
      {payments.length === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          {t('noPayments')}
        </Text>
      ) : (
        <Table mt="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('paymentOn')}</Table.Th>
              <Table.Th>{t('amount')}</Table.Th>
              <Table.Th>{t('atStripe')}</Table.Th>
              <Table.Th>{t('here')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {payments.map(({ on, amountCents, currency, atStripe, here }, place) => (
              <Table.Tr key={`${on}-${place}`}>
                <Table.Td>{formatCalendarDay(on)}</Table.Td>
                <Table.Td>{formatMoney(amountCents, locale, currency)}</Table.Td>
                <Table.Td>{t(`pay_${atStripe}`)}</Table.Td>
                <Table.Td>{here === null ? t('none') : t(`pay_${here}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  )
}

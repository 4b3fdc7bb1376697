import { Anchor, Text } from '@mantine/core'
import type { OwnDues } from '@spacekeeper/contract/billing/dues-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { bankDetailsQuery } from './api.ts'
import { TransferList } from './transfer-list.tsx'

type PaidDues = Pick<OwnDues, 'owedCents' | 'currency' | 'collector' | 'isDebited' | 'returned'>

const Transfer = ({ dues: { owedCents, currency, collector } }: { dues: PaidDues }) => {
  const { t } = useTranslation('bank')
  const { contact } = useSite()
  const { data: bank } = useQuery(bankDetailsQuery)
  if (!bank) return null
  if (!bank.isComplete)
    return <Text>{contact.admin === '' ? t('noBankText') : t('noBankContact', { contact: contact.admin })}</Text>
  return (
    <>
      {collector === 'invoice' ? <Text>{t('invoiceText')}</Text> : null}
      <TransferList bank={bank} amountCents={owedCents} currency={currency} />
    </>
  )
}

const Cash = ({ amount }: { amount: string }) => {
  const { t } = useTranslation('bank')
  const { contact } = useSite()
  return (
    <Text>
      {contact.address === '' ? t('cashText', { amount }) : t('cashAt', { amount, address: contact.address })}
    </Text>
  )
}

/** From the balance, which is too low while this is still owed. */
const Balance = ({ amount, balanceCents }: { amount: string; balanceCents: number }) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  return (
    <Text>
      {t('balanceText', { amount, balance: money(balanceCents) })}{' '}
      <Anchor
        renderRoot={(props) => <Link to="/account/memberbucks/$dialog" params={{ dialog: 'topup' }} {...props} />}
      >
        {t('topUp')}
      </Anchor>
    </Text>
  )
}

type Props = { dues: PaidDues; balanceCents: number }

/** Says how the money arrives, by the way the member has chosen; a plan by card has its own form. */
export const PayWayCard = ({ dues, balanceCents }: Props) => {
  const { t } = useTranslation('bank')
  const amount = useMoney()(dues.owedCents, dues.currency)
  if (dues.isDebited && dues.returned === null) return <Text>{t('debitText')}</Text>
  switch (dues.collector) {
    case 'cash':
      return <Cash amount={amount} />
    case 'balance':
      return <Balance amount={amount} balanceCents={balanceCents} />
    case 'stripe':
      return null
    default:
      return <Transfer dues={dues} />
  }
}

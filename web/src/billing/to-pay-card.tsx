import { ActionIcon, Button, Card, Text, Title, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { BankDetails } from '@spacekeeper/contract/bank/shapes.ts'
import type { MyCharge, MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { bankDetailsQuery } from '../bank/api.ts'
import { plan } from './api.ts'
import { lastDayBefore } from './plan-state.ts'
import classes from './my-plan.module.css'

const useChargeWords = () => {
  const { t } = useTranslation('billing')
  return ({ description, period }: MyCharge) =>
    period
      ? t('charge_period', {
          plan: description,
          from: formatCalendarDay(period.from),
          to: formatCalendarDay(lastDayBefore(period.to)),
        })
      : description
}

type ChargeRowProps = { charge: MyCharge; mine: MyPlan; onPay: (charge: MyCharge) => void }

const ChargeRow = ({ charge, mine, onPay }: ChargeRowProps) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const words = useChargeWords()
  const { enableMemberBucks } = useSite().features
  const { amountCents, paidCents, currency, state, dueOn } = charge
  const left = amountCents - paidCents
  const day = formatCalendarDay(dueOn)
  const mayPay = enableMemberBucks && state === 'open' && mine.balanceCents >= left && mine.currency === currency
  return (
    <li className={classes.row}>
      <span>
        {words(charge)}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {paidCents > 0
            ? `${t('partPaid', { paid: money(paidCents, currency), amount: money(amountCents, currency) })}, ${t('dueOn', { day })}`
            : t('dueOn', { day })}
        </span>
      </span>
      {state === 'processing' ? <Status kind="waiting">{t('onItsWay')}</Status> : null}
      <span className={classes.money}>{money(left, currency)}</span>
      {mayPay ? (
        <Button size="xs" variant="default" onClick={() => onPay(charge)}>
          {t('payFromBalance', { amount: money(left, currency) })}
        </Button>
      ) : null}
    </li>
  )
}

const CopiedFact = ({ label, text }: { label: string; text: string }) => {
  const { t } = useTranslation('billing')
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <div>
      <dt>{label}</dt>
      <dd className={classes.copied}>
        <span>{text}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('copyOf', { what: label })}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </ActionIcon>
        <VisuallyHidden role="status">{clipboard.copied ? t('copied') : null}</VisuallyHidden>
      </dd>
    </div>
  )
}

const BankFacts = ({ bank }: { bank: BankDetails }) => {
  const { t } = useTranslation('billing')
  if (!bank.isComplete) return <Text size="sm">{t('noBankText')}</Text>
  return (
    <>
      <Text size="sm">{t('transferText')}</Text>
      <dl className={classes.facts}>
        <CopiedFact label={t('accountName')} text={bank.accountName} />
        <CopiedFact label={t('accountNumber')} text={bank.accountNumber} />
        {bank.bic === '' ? null : <CopiedFact label={t('bic')} text={bank.bic} />}
        {bank.bankName === '' ? null : <CopiedFact label={t('bankName')} text={bank.bankName} />}
        <CopiedFact label={t('reference')} text={bank.duesReference} />
      </dl>
    </>
  )
}

const HowToPay = ({ subscription }: { subscription: MySubscription | null }) => {
  const { t } = useTranslation('billing')
  const collector = subscription?.collector ?? 'bank'
  const isTransfer = collector === 'bank' || collector === 'invoice'
  const bank = useQuery({ ...bankDetailsQuery, enabled: isTransfer })
  if (isTransfer) return bank.data ? <BankFacts bank={bank.data} /> : null
  const words = { cash: 'cashText', balance: 'balanceText', stripe: null, free: null } as const
  const word = words[collector]
  return word === null ? null : <Text size="sm">{t(word)}</Text>
}

/** What is open, and how it is paid. Not drawn where nothing is. */
export const ToPayCard = ({ mine }: { mine: MyPlan }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const [paying, setPaying] = useState<MyCharge | null>(null)
  const open = mine.charges.filter(({ state }) => state === 'open' || state === 'processing')
  if (open.length === 0) return null
  const left = paying ? paying.amountCents - paying.paidCents : 0
  const pay = async (chargeId: number) => {
    await plan.payFromBalance({ chargeId })
    notify.done({ text: t('paidFromBalance') })
  }
  return (
    <Card component="section" aria-labelledby="to-pay">
      <Title order={2} id="to-pay">
        {t('toPay')}
      </Title>
      <ul className={classes.list}>
        {open.map((charge) => (
          <ChargeRow key={charge.id} charge={charge} mine={mine} onPay={setPaying} />
        ))}
      </ul>
      {open.some(({ state }) => state === 'open') && mine.subscription?.collector !== 'stripe' ? (
        <div className={classes.facts}>
          <Title order={3} mb={4}>
            {t('howToPay')}
          </Title>
          <HowToPay subscription={mine.subscription} />
        </div>
      ) : null}
      {paying ? (
        <ConfirmDialog
          title={t('payBalanceTitle', { amount: money(left, paying.currency) })}
          text={t('payBalanceText', { before: money(mine.balanceCents), after: money(mine.balanceCents - left) })}
          action={t('pay', { amount: money(left, paying.currency) })}
          run={() => pay(paying.id)}
          onClose={() => setPaying(null)}
        />
      ) : null}
    </Card>
  )
}

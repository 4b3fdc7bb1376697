import { Button, Group, Text, Textarea } from '@mantine/core'
import { leavingApi } from '@spacekeeper/contract/leaving/routes.ts'
import type { BalanceRefund } from '@spacekeeper/contract/leaving/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { declineRefund, payRefund } from './api.ts'
import { refundMarks } from './words.ts'
import classes from './leaving.module.css'

type Props = { refund: BalanceRefund; onClose: () => void }

const accountWords = ({ accountName, accountNumber }: BalanceRefund) =>
  [accountName, accountNumber].filter((part) => part !== '').join(', ')

const PayDialog = ({ refund, onClose }: Props) => {
  const { t } = useTranslation('leaving')
  const amount = useMoney()(refund.amountCents, refund.currency)
  const { name } = refund.member
  const run = async () => {
    await payRefund({ refundId: refund.id })
    notify.done({ text: t('payDone', { amount, name }) })
  }
  return (
    <ConfirmDialog
      title={t('payTitle', { amount, name })}
      text={t(refund.source === 'credit' ? 'payCreditText' : 'payText', {
        account: accountWords(refund),
        amount,
        name,
      })}
      action={t('pay')}
      run={run}
      onClose={onClose}
    />
  )
}

const DeclineDialog = ({ refund, onClose }: Props) => {
  const { t } = useTranslation('leaving')
  const { name } = refund.member
  return (
    <FormDialog
      title={t('declineTitle', { name })}
      action={t('declineAction')}
      isDangerous
      initial={{ reason: '' }}
      schema={leavingApi.declineRefund.body}
      submit={async ({ reason }) => {
        await declineRefund({ refundId: refund.id, reason })
        notify.done({ text: t('declined', { name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <Textarea
          {...field('reason')}
          label={t('declineReason')}
          description={t('declineReasonHint')}
          rows={2}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}

/** A balance, or what is left over, that a former member asked back. */
export const RefundRow = ({ refund }: { refund: BalanceRefund }) => {
  const { t } = useTranslation('leaving')
  const money = useMoney()
  const [opened, setOpened] = useState<'pay' | 'decline' | null>(null)
  const { member, source, currency, amountCents, balanceCents, state, askedAt, reason } = refund
  const close = () => setOpened(null)
  const account = [t(`source_${source}`), accountWords(refund), t('refundSince', { day: formatDay(askedAt) }), reason]
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <div className={classes.head}>
          <span className={classes.title}>
            {money(amountCents, currency)}, {member.name}
          </span>
          <Status kind={refundMarks[state]}>{t(`refund_${state}`)}</Status>
        </div>
        <p className={classes.fact}>{account.filter((part) => part !== '').join('. ')}</p>
        {state === 'asked' && balanceCents < amountCents ? (
          <Text size="sm">
            {t(source === 'credit' ? 'refundLowCredit' : 'refundLow', { amount: money(balanceCents, currency) })}
          </Text>
        ) : null}
      </div>
      {state === 'asked' ? (
        <Group gap="xs" justify="flex-end">
          <Button size="xs" onClick={() => setOpened('pay')}>
            {t('pay')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpened('decline')}>
            {t('decline')}
          </Button>
        </Group>
      ) : null}
      {opened === 'pay' ? <PayDialog refund={refund} onClose={close} /> : null}
      {opened === 'decline' ? <DeclineDialog refund={refund} onClose={close} /> : null}
    </li>
  )
}

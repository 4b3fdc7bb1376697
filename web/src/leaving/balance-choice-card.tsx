import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { donate, ownLeavingQuery, withdrawRefund } from './api.ts'
import { RefundBadge } from './refund-badge.tsx'
import { RefundRequestDialog } from './refund-request-dialog.tsx'

type BalanceChoice = 'refund' | 'donate' | 'withdraw'

const ChoiceDialog = ({ choice, amount, onClose }: { choice: BalanceChoice; amount: string; onClose: () => void }) => {
  const { t } = useTranslation('leaving')
  if (choice === 'refund') return <RefundRequestDialog source="balance" amount={amount} onClose={onClose} />
  const isDonation = choice === 'donate'
  const run = async () => {
    await (isDonation ? donate() : withdrawRefund({}))
    notify.done({ text: isDonation ? t('donated', { amount }) : t('withdrawn') })
  }
  return (
    <ConfirmDialog
      title={isDonation ? t('donateTitle', { amount }) : t('withdrawTitle')}
      text={t(isDonation ? 'donateText' : 'withdrawText')}
      action={isDonation ? t('donateAction', { amount }) : t('withdraw')}
      run={run}
      onClose={onClose}
    />
  )
}

/** What becomes of a former member’s balance. Nothing where none is left and none was asked back. */
export const BalanceChoiceCard = () => {
  const { t } = useTranslation('leaving')
  const money = useMoney()
  const { data } = useQuery(ownLeavingQuery)
  const [choice, setChoice] = useState<BalanceChoice | null>(null)
  if (!data || data.leaving === null) return null
  const { balanceCents, mayChoose, refund } = data
  const isShown = balanceCents !== 0 || refund?.state === 'paid'
  if (!isShown) return null
  const amount = money(Math.abs(balanceCents))
  const title = balanceCents < 0 ? t('balanceOwed', { amount }) : t('balanceTitle', { amount })
  return (
    <Card component="section" aria-labelledby="leaving-balance">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="leaving-balance">
          {title}
        </Title>
        {balanceCents < 0 ? <Text>{t('balanceOwedText')}</Text> : null}
        {mayChoose ? <Text>{t('balanceText')}</Text> : null}
        {refund ? <RefundBadge refund={refund} /> : null}
        {mayChoose ? (
          <Group gap="xs">
            <Button onClick={() => setChoice('refund')}>{t('refund')}</Button>
            <Button variant="default" onClick={() => setChoice('donate')}>
              {t('donate')}
            </Button>
          </Group>
        ) : null}
        {refund?.state === 'asked' ? (
          <Button variant="default" onClick={() => setChoice('withdraw')}>
            {t('withdraw')}
          </Button>
        ) : null}
      </Stack>
      {choice === null ? null : <ChoiceDialog choice={choice} amount={amount} onClose={() => setChoice(null)} />}
    </Card>
  )
}

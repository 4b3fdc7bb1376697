import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { ownLeavingQuery, withdrawRefund } from './api.ts'
import { RefundBadge } from './refund-badge.tsx'
import { RefundRequestDialog } from './refund-request-dialog.tsx'

/** The credit of a former member, and the way to get it back. Not drawn where there is none. */
export const CreditBackCard = () => {
  const { t } = useTranslation('leaving')
  const money = useMoney()
  const { data } = useQuery(ownLeavingQuery)
  const [opened, setOpened] = useState<'ask' | 'withdraw' | null>(null)
  if (!data) return null
  const { cents, currency, mayAsk, refund } = data.credit
  if (!mayAsk && refund?.state !== 'asked' && !(refund?.state === 'paid' && data.leaving !== null)) return null
  const amount = money(cents, currency)
  const close = () => setOpened(null)
  return (
    <Card component="section" aria-labelledby="credit-back">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="credit-back">
          {cents > 0 ? t('creditTitle', { amount }) : t('creditTitleNone')}
        </Title>
        {mayAsk ? <Text>{t('creditText')}</Text> : null}
        {refund ? <RefundBadge refund={refund} currency={currency} /> : null}
        {mayAsk ? <Button onClick={() => setOpened('ask')}>{t('refund')}</Button> : null}
        {refund?.state === 'asked' ? (
          <Button variant="default" onClick={() => setOpened('withdraw')}>
            {t('withdraw')}
          </Button>
        ) : null}
      </Stack>
      {opened === 'ask' ? <RefundRequestDialog source="credit" amount={amount} onClose={close} /> : null}
      {opened === 'withdraw' ? (
        <ConfirmDialog
          title={t('withdrawTitle')}
          text={t('withdrawCreditText')}
          action={t('withdraw')}
          run={async () => {
            await withdrawRefund({ source: 'credit' })
            notify.done({ text: t('withdrawn') })
          }}
          onClose={close}
        />
      ) : null}
    </Card>
  )
}

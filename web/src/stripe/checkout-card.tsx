import { Button, Card, Stack, Text } from '@mantine/core'
import type { CheckoutReturn } from '@spacekeeper/contract/stripe/shapes.ts'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useOnce } from '#platform/form/use-once.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import { stripe } from './api.ts'
import { PaymentRow } from './payment-row.tsx'
import { TopUpRow } from './top-up-row.tsx'

const Outcome = ({ seen, method }: { seen: CheckoutReturn; method: string }) => {
  const { t } = useTranslation('stripe')
  if (seen.topUp) return <TopUpRow topUp={seen.topUp} />
  if (seen.payment) return <PaymentRow payment={seen.payment} />
  return seen.outcome === 'methodSaved' ? (
    <Status kind="good">{t('methodSaved', { method })}</Status>
  ) : (
    <Status kind="info">{t('methodWaiting')}</Status>
  )
}

type Props = { session: string; method?: string; onDone?: () => void }

/** The member is back from Stripe's page: what came of it is asked for, whether or not its message has arrived. */
export const CheckoutCard = ({ session, method = '', onDone }: Props) => {
  const { t } = useTranslation('stripe')
  const [seen, setSeen] = useState<CheckoutReturn | null>(null)
  const { state, again } = useOnce(async () => {
    setSeen(await stripe.finishCheckout({ session }))
    onDone?.()
  })
  return (
    <Card role="status">
      {seen ? <Outcome seen={seen} method={method} /> : null}
      {!seen && state.status === 'working' ? <Text c="dimmed">{t('working')}</Text> : null}
      {state.status === 'failed' ? (
        <Stack gap="xs" align="flex-start">
          <FormError>{`${t('checkFailed')} ${errorText(state.error)}`}</FormError>
          <Button size="xs" variant="default" onClick={again}>
            {t('again')}
          </Button>
        </Stack>
      ) : null}
    </Card>
  )
}

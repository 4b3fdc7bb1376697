import { Button, Stack, Text } from '@mantine/core'
import type { CardPayment } from '@spacekeeper/contract/stripe/shapes.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { goToStripe } from './api.ts'
import { confirmCardPayment } from './dues-api.ts'

const looks = {
  started: { kind: 'waiting', words: 'payIsStarted' },
  unconfirmed: { kind: 'warning', words: 'payIsUnconfirmed' },
  processing: { kind: 'waiting', words: 'onTheWay' },
  succeeded: { kind: 'good', words: 'isPaid' },
  failed: { kind: 'refused', words: 'payHasFailed' },
  canceled: { kind: 'none', words: 'payWasCanceled' },
} as const satisfies Record<CardPayment['state'], { kind: StatusKind; words: string }>

/** How a payment of what was open stands, and the button that goes on where the bank waits for the member. */
export const PaymentRow = ({ payment }: { payment: CardPayment }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const { id: paymentId, state, amountCents, currency, failure: reason, nextTryOn } = payment
  const confirm = useMutation({
    mutationFn: () => confirmCardPayment({ paymentId }),
    onSuccess: ({ url }) => (url === null ? undefined : goToStripe(url)),
  })
  const { kind, words } = looks[state]
  return (
    <Stack gap="xs" align="flex-start">
      <Status kind={kind}>{t(words, { amount: money(amountCents, currency), reason })}</Status>
      {state === 'failed' && payment.way === 'automatic' ? (
        <Text size="sm" c="dimmed">
          {nextTryOn === null ? t('triesNoMore') : t('triesOn', { day: formatDate(nextTryOn) })}
        </Text>
      ) : null}
      {confirm.error ? <FormError>{errorText(confirm.error)}</FormError> : null}
      {state === 'unconfirmed' ? (
        <Button loading={confirm.isPending || confirm.isSuccess} onClick={() => confirm.mutate()}>
          {t('confirmNow')}
        </Button>
      ) : null}
    </Stack>
  )
}

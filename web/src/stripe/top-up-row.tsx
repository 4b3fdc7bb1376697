import { Button, Stack } from '@mantine/core'
import type { TopUp } from '@spacekeeper/contract/stripe/shapes.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { goToStripe, stripe } from './api.ts'

const kinds = {
  started: 'waiting',
  unconfirmed: 'warning',
  processing: 'waiting',
  succeeded: 'good',
  failed: 'refused',
  canceled: 'none',
} as const satisfies Record<TopUp['state'], StatusKind>

const words = {
  started: 'isStarted',
  unconfirmed: 'isUnconfirmed',
  processing: 'isOnItsWay',
  succeeded: 'toppedUp',
  failed: 'hasFailed',
  canceled: 'wasCanceled',
} as const satisfies Record<TopUp['state'], string>

/** How a top-up stands, and the one button that goes on where the bank waits for the member. */
export const TopUpRow = ({ topUp }: { topUp: TopUp }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const { id: topUpId, state, amountCents, currency, failure: reason } = topUp
  const confirm = useMutation({
    mutationFn: () => stripe.confirmTopUp({ topUpId }),
    onSuccess: ({ url }) => (url === null ? undefined : goToStripe(url)),
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Status kind={kinds[state]}>{t(words[state], { amount: money(amountCents, currency), reason })}</Status>
      {confirm.error ? <FormError>{errorText(confirm.error)}</FormError> : null}
      {state === 'unconfirmed' ? (
        <Button size="xs" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('confirm')}
        </Button>
      ) : null}
    </Stack>
  )
}

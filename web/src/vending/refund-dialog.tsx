import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { vending, type Purchase } from '@spacekeeper/contract/vending.ts'
import { explain } from '#platform/form/explain.ts'
import { useForm } from '#platform/form/use-form.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { refreshVending, refund } from './api.ts'
import { useMoney } from './use-money.ts'

const initial = { reason: '' }

/** Asks once before a purchase is given back, and why. */
export const RefundDialog = ({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) => {
  const { t } = useTranslation('vending')
  const client = useQueryClient()
  const money = useMoney()
  const { id: purchaseId, memberName: name, amountCents, kind } = purchase
  const { field, failure, isBusy, formProps } = useForm({
    initial,
    schema: vending.refund.body,
    submit: async ({ reason }) => {
      const { balanceCents } = await refund({ purchaseId, reason })
      await refreshVending(client)
      notify.done({ text: t('refundDone', { name, balance: money(balanceCents) }) })
      onClose()
    },
    explain: (error) => explain(error, ['reason']),
  })
  return (
    <Modal opened onClose={onClose} title={t('refundTitle')} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form {...formProps}>
        <Stack gap="md">
          <Text size="sm">
            {t(kind === 'credit' ? 'refundCreditMeaning' : 'refundMeaning', { name, amount: money(amountCents) })}
          </Text>
          <TextInput
            {...field('reason')}
            label={t('refundReason', { name })}
            autoComplete="off"
            required
            data-autofocus
          />
          {failure ? <FormError>{failure}</FormError> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" h={44} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" h={44} loading={isBusy}>
              {t('refund')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

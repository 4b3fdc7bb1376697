import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { memberbucks, type LedgerEntry } from '@spacekeeper/contract/memberbucks.ts'
import { explain } from '#platform/form/explain.ts'
import { useForm } from '#platform/form/use-form.ts'
import { formatMoney } from '#platform/i18n/format.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { refreshLedger, reverseEntry } from './api.ts'

const initial = { reason: '' }

type Props = { memberId: number; name: string; balanceCents: number; entry: LedgerEntry; onClose: () => void }

/** Asks once before an entry is put right, and says what becomes of the balance. */
export const ReverseDialog = ({ memberId, name, balanceCents, entry, onClose }: Props) => {
  const { t } = useTranslation('memberbucks')
  const client = useQueryClient()
  const { siteLocaleCurrency } = useSite().general
  const money = (cents: number) => formatMoney(cents, siteLocaleCurrency)
  const { field, failure, isBusy, formProps } = useForm({
    initial,
    schema: memberbucks.reverse.body,
    submit: async ({ reason }) => {
      const reversed = await reverseEntry({ memberId, entryId: entry.id, reason })
      await refreshLedger(client)
      notify.done({ text: t('reverseDone', { name, balance: money(reversed.balanceCents) }) })
      onClose()
    },
    explain: (error) => explain(error, ['reason']),
  })
  const after = balanceCents - entry.amountCents
  return (
    <Modal opened onClose={onClose} title={t('reverseTitle')} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form {...formProps}>
        <Stack gap="md">
          <Text size="sm">{t('reverseMeaning', { name, amount: money(-entry.amountCents), after: money(after) })}</Text>
          <TextInput {...field('reason')} label={t('reason', { name })} autoComplete="off" required data-autofocus />
          {failure ? <FormError>{failure}</FormError> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" h={44} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" h={44} color="red" loading={isBusy}>
              {t('reverse')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

import { Text, TextInput } from '@mantine/core'
import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import type { LedgerEntry } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { reverseEntry } from './api.ts'

type Props = { memberId: number; name: string; balanceCents: number; entry: LedgerEntry; onClose: () => void }

/** Asks for the reason before an entry is reversed, and says what becomes of the balance; or where it is put right instead. */
export const ReverseDialog = (props: Props) => {
  const { entry, onClose } = props
  const { t } = useTranslation('memberbucks')
  if (entry.elsewhere === null) return <ReverseForm {...props} />
  return (
    <BasicDialog title={t('reverseTitle')} onClose={onClose}>
      <Text size="sm">{entry.elsewhere}</Text>
    </BasicDialog>
  )
}

const ReverseForm = ({ memberId, name, balanceCents, entry, onClose }: Props) => {
  const { t } = useTranslation('memberbucks')
  const { siteLocaleCurrency } = useSite().general
  const money = (cents: number) => formatMoney(cents, siteLocaleCurrency)
  const after = balanceCents - entry.amountCents
  return (
    <FormDialog
      title={t('reverseTitle')}
      action={t('reverse')}
      isDangerous
      initial={{ reason: '' }}
      schema={memberbucksApi.reverse.body}
      submit={async ({ reason }) => {
        const reversed = await reverseEntry({ memberId, entryId: entry.id, reason })
        notify.done({ text: t('reverseDone', { name, balance: money(reversed.balanceCents) }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('reverseMeaning', { name, amount: money(-entry.amountCents), after: money(after) })}</Text>
          <TextInput {...field('reason')} label={t('reason', { name })} autoComplete="off" data-autofocus />
        </>
      )}
    </FormDialog>
  )
}

import { Text, TextInput } from '@mantine/core'
import type { BankLine } from '@spacekeeper/contract/bank/shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { bank } from './api.ts'

type Props = { line: BankLine; onClose: () => void }

const loadReason = async () => {
  const { bankApi } = await import('@spacekeeper/contract/bank/routes.ts')
  return bankApi.setLineAside.body
}

/** Asks why nothing is booked for a line. */
export const AsideDialog = ({ line, onClose }: Props) => {
  const { t } = useTranslation('bank')
  return (
    <FormDialog
      title={t('asideTitle')}
      action={t('setAside')}
      initial={{ reason: '' }}
      schema={loadReason}
      submit={async ({ reason }) => {
        await bank.setLineAside({ lineId: line.id, reason })
        notify.done({ text: t('asideDone') })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('asideText')}</Text>
          <TextInput
            {...field('reason')}
            label={t('asideReason')}
            placeholder={t('asideHint')}
            autoComplete="off"
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}

import { Text, TextInput } from '@mantine/core'
import type { DebitRun } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useSpaceDay } from '#platform/form/space-clock.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { bank } from './api.ts'

type Props = { run: DebitRun; onClose: () => void }

const loadDay = async () => {
  const { bankApi } = await import('@spacekeeper/contract/bank/routes.ts')
  return bankApi.settleRun.body
}

/** Books a collection by hand. */
export const SettleRunDialog = ({ run, onClose }: Props) => {
  const { t } = useTranslation('bank')
  const spaceDay = useSpaceDay()
  return (
    <FormDialog
      title={t('settleTitle')}
      action={t('settle')}
      initial={{ paidOn: spaceDay() }}
      schema={loadDay}
      submit={async ({ paidOn }) => {
        const { settled } = await bank.settleRun({ runId: run.id, paidOn })
        notify.done({ text: t('settled', { count: settled }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('settleText')}</Text>
          <TextInput {...field('paidOn')} type="date" label={t('settlePaidOn')} data-autofocus />
        </>
      )}
    </FormDialog>
  )
}

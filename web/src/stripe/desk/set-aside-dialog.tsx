import { NativeSelect, Text, TextInput } from '@mantine/core'
import { stripeDeskApi } from '@spacekeeper/contract/stripe/desk-routes.ts'
import type { ClearingFault } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { setAsideAccounts } from '@spacekeeper/contract/stripe/words.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { stripe } from './desk-api.ts'

type Props = { faults: readonly ClearingFault[]; onClose: () => void }

const SetAsideForm = stripeDeskApi.setAside.body.pick({ account: true, note: true })
const accounts = Object.entries(setAsideAccounts).map(([value, label]) => ({ value, label }))

/** Asks what movements that are none of the portal’s are booked as. */
export const SetAsideDialog = ({ faults, onClose }: Props) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const count = faults.length
  const sumCents = faults.reduce((sum, { theirCents }) => sum + theirCents, 0)
  const said = { count, formatted: formatNumber(count), amount: money(sumCents, faults[0]?.currency) }
  return (
    <FormDialog
      title={t('setAsideTitle')}
      action={t('setAsideTitle')}
      initial={{ account: 'otherIncome', note: '' }}
      schema={SetAsideForm}
      submit={async (typed) => {
        const movementIds = faults.flatMap(({ movementId }) => (movementId === null ? [] : [movementId]))
        await stripe.setAside({ ...typed, movementIds })
        notify.done({ text: t('setAsideDone') })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('setAsideText', said)}</Text>
          <NativeSelect {...field('account')} label={t('setAsideAccount')} data={accounts} />
          <TextInput {...field('note')} label={t('setAsideNote')} autoComplete="off" data-autofocus />
        </>
      )}
    </FormDialog>
  )
}

import { Checkbox, Paper, Text, TextInput } from '@mantine/core'
import type { MandateOffer } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { notify } from '#platform/ui/notify.tsx'
import { bank } from './api.ts'

const loadRules = async () => {
  const { NewMandate } = await import('@spacekeeper/contract/bank/debit-shapes.ts')
  return NewMandate
}

/** Asks for the account and shows what its holder agrees to. */
export const MandateDialog = ({ offer, onClose }: { offer: MandateOffer; onClose: () => void }) => {
  const { t } = useTranslation('bank')
  const name = useProfile()?.name.full ?? ''
  const isSepa = offer.scheme === 'sepa'
  return (
    <FormDialog
      title={t('mandateGive')}
      action={t('mandateGive')}
      initial={{ holder: name, accountNumber: '', text: offer.text, agrees: false }}
      schema={loadRules}
      submit={async (typed) => {
        const { account } = await bank.giveMandate(typed)
        notify.done({ text: t('mandateGiven', { account }) })
      }}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      {({ field }) => (
        <>
          <TextInput {...field('holder')} label={t('mandateHolder')} autoComplete="name" />
          <TextInput
            {...field('accountNumber')}
            label={t(isSepa ? 'mandateIban' : 'mandateBsb')}
            description={t(isSepa ? 'mandateIbanHint' : 'mandateBsbHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus
          />
          <Paper withBorder p="sm" component="section" aria-label={t('mandateHeading')}>
            <Text size="sm" fw={600}>
              {t('mandateHeading')}
            </Text>
            <Text size="sm">{offer.text}</Text>
          </Paper>
          <Checkbox {...field('agrees', 'checkbox')} label={t('mandateAgree')} />
        </>
      )}
    </FormDialog>
  )
}

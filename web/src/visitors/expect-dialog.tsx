import { Stack, TextInput } from '@mantine/core'
import { expectedFields } from '@spacekeeper/contract/visitors/shapes.ts'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { expect } from './api.ts'

const schema = z.object(expectedFields)

/** Announces a visitor. */
export const ExpectDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('visitors')
  return (
    <FormDialog
      title={t('expect')}
      action={t('expect')}
      initial={{ name: '', email: '', expectedOn: '', note: '' }}
      schema={schema}
      submit={async (typed) => {
        await expect(typed)
        notify.done({ text: t('expectedDone', { name: typed.name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <Stack gap="md">
          <TextInput {...field('name')} label={t('expectedName')} maxLength={100} data-autofocus />
          <TextInput {...field('expectedOn')} label={t('expectedDay')} type="date" />
          <TextInput
            {...field('email')}
            label={t('expectedEmail')}
            description={t('expectedEmailHint')}
            type="email"
            autoComplete="off"
          />
          <TextInput {...field('note')} label={t('expectedNote')} maxLength={200} />
        </Stack>
      )}
    </FormDialog>
  )
}

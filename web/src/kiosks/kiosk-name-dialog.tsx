import { Text, TextInput } from '@mantine/core'
import { fieldMessages, Text as LineOf } from '@spacekeeper/contract/fields.ts'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'

const KioskName = z.object({ name: z.string().trim().min(1, fieldMessages.empty).pipe(LineOf(100)) })

type Props = {
  title: string
  text?: string
  action: string
  initial: string
  save: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks what a kiosk is called, to authorise or to rename it. */
export const KioskNameDialog = ({ text, initial, save, ...dialog }: Props) => {
  const { t } = useTranslation('kiosks')
  return (
    <FormDialog {...dialog} size={480} initial={{ name: initial }} schema={KioskName} submit={({ name }) => save(name)}>
      {({ field }) => (
        <>
          {text ? <Text>{text}</Text> : null}
          <TextInput {...field('name')} label={t('name')} autoComplete="off" data-autofocus />
        </>
      )}
    </FormDialog>
  )
}

import { Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ApiForm, ApiFormOptions } from '#platform/form/api-form.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { DeviceSecretCard } from '../devices/keys/secret-card.tsx'

type NewKeyProps<Values extends Record<string, unknown>, Parsed extends { name: string }> = Pick<
  ApiFormOptions<Values, Parsed, void>,
  'initial' | 'schema'
> & {
  title: string
  /** What it is called once the key is made. */
  createdTitle: (name: string) => string
  create: (typed: Parsed) => Promise<{ key: string }>
  onClose: () => void
  children: (form: ApiForm<Values>) => ReactNode
}

/** Makes a key of either kind and shows it this once. */
export const NewKeyDialog = <Values extends Record<string, unknown>, Parsed extends { name: string }>({
  title,
  createdTitle,
  create,
  onClose,
  ...form
}: NewKeyProps<Values, Parsed>) => {
  const { t } = useTranslation('apiKeys')
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  return (
    <BasicDialog
      onClose={onClose}
      // What is shown once is not lost by a click beside it.
      closeOnClickOutside={false}
      title={made ? createdTitle(made.name) : title}
    >
      {made ? (
        <Stack gap="md">
          <DeviceSecretCard secret={made.secret} />
          <Button onClick={onClose}>{t('done')}</Button>
        </Stack>
      ) : (
        <DialogForm
          {...form}
          action={t('create')}
          submit={async (typed) => {
            const { key } = await create(typed)
            setMade({ name: typed.name, secret: key })
          }}
          // The key stays on the screen until the dialog is closed.
          onDone={() => {}}
          onClose={onClose}
        />
      )}
    </BasicDialog>
  )
}

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { fieldMessages, Text as LineOf } from '@spacekeeper/contract/fields.ts'
import { explain } from '#platform/form/explain.ts'
import { useForm } from '#platform/form/use-form.ts'
import { FormError } from '#platform/ui/form-error.tsx'

const Name = z.object({ name: z.string().trim().min(1, fieldMessages.empty).pipe(LineOf(100)) })

type Props = {
  title: string
  text?: string
  action: string
  initial: string
  save: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks what a kiosk is called, to authorise or to rename it. */
export const KioskNameDialog = ({ title, text, action, initial, save, onClose }: Props) => {
  const { t } = useTranslation('kiosks')
  const { field, failure, isBusy, formProps } = useForm<'name', z.infer<typeof Name>>({
    initial: { name: initial },
    schema: Name,
    submit: async ({ name }) => {
      await save(name)
      onClose()
    },
    explain: (error) => explain(error, ['name']),
  })
  return (
    <Modal opened onClose={onClose} title={title} size={480} closeButtonProps={{ 'aria-label': t('close') }}>
      <form {...formProps}>
        <Stack gap="md">
          {text ? <Text>{text}</Text> : null}
          <TextInput {...field('name')} label={t('name')} autoComplete="off" data-autofocus />
          {failure ? <FormError>{failure}</FormError> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" h={44} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" h={44} loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { profiles } from '@spacekeeper/contract/profiles.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { explain } from '#platform/form/explain.ts'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useForm } from '#platform/form/use-form.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { askEmailChange, emailChangeQuery } from './api.ts'

const schema = profiles.askEmailChange.body
type Wish = z.infer<typeof schema>

const EmailForm = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const { t } = useTranslation('profiles')
  const client = useQueryClient()
  const { field, failure, isBusy, formProps } = useForm<'email' | 'password', Wish>({
    initial: { email: '', password: '' },
    schema,
    submit: async (wish) => {
      await askEmailChange(wish)
      await client.invalidateQueries({ queryKey: emailChangeQuery.queryKey })
      notify.done({ text: t('emailAsked') })
      onClose()
    },
    explain: (error) => {
      if (hasCode(error, 'wrongPassword')) return { fields: { password: t('wrongPassword') } }
      if (hasCode(error, 'emailTaken')) return { fields: { email: t('emailTaken') } }
      return explain(error, ['email', 'password'])
    },
  })
  return (
    <form {...formProps}>
      <Stack gap={18}>
        <Text size="sm" c="dimmed">
          {t('emailDialogHint', { email })}
        </Text>
        <TextInput {...field('email')} label={t('newEmail')} type="email" autoComplete="email" data-autofocus />
        <PasswordField {...field('password')} label={t('currentPassword')} autoComplete="current-password" />
        {failure ? <FormError>{failure}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('sendLink')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The password proves who asks, the link in the mail that the address is his. */
export const EmailDialog = (props: { opened: boolean; email: string; onClose: () => void }) => {
  const { t } = useTranslation('profiles')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('changeEmail')}
      size={440}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <EmailForm email={props.email} onClose={props.onClose} />
    </Modal>
  )
}

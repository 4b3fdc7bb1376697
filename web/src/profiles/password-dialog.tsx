import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { fieldMessages, NewPassword } from '@spacekeeper/contract/fields.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { explain } from '#platform/form/explain.ts'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useForm } from '#platform/form/use-form.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { changePassword, sessionsQuery } from './api.ts'

const Passwords = z
  .object({ current: z.string().min(1, fieldMessages.password), new: NewPassword, confirm: z.string() })
  .refine((typed) => typed.new === typed.confirm, { path: ['confirm'], error: fieldMessages.passwordsDiffer })

const PasswordForm = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profiles')
  const client = useQueryClient()
  const { field, failure, isBusy, formProps } = useForm<'current' | 'new' | 'confirm', z.infer<typeof Passwords>>({
    initial: { current: '', new: '', confirm: '' },
    schema: Passwords,
    submit: async (typed) => {
      await changePassword({ current: typed.current, new: typed.new })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      notify.done({ text: t('passwordChanged') })
      onClose()
    },
    explain: (error) =>
      hasCode(error, 'wrongPassword')
        ? { fields: { current: t('wrongPassword') } }
        : explain(error, ['current', 'new', 'confirm']),
  })
  return (
    <form {...formProps}>
      <Stack gap={18}>
        <PasswordField
          {...field('current')}
          label={t('currentPassword')}
          autoComplete="current-password"
          data-autofocus
        />
        <PasswordField
          {...field('new')}
          label={t('newPassword')}
          description={t('newPasswordHint')}
          autoComplete="new-password"
        />
        <PasswordField {...field('confirm')} label={t('newPasswordAgain')} autoComplete="new-password" />
        {failure ? <FormError>{failure}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('savePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The old password proves who asks; the new one is typed twice. */
export const PasswordDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('profiles')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('changePassword')}
      size={440}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <PasswordForm onClose={onClose} />
    </Modal>
  )
}

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { closingWords, profiles } from '@spacekeeper/contract/profiles.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { explain } from '#platform/form/explain.ts'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useForm } from '#platform/form/use-form.ts'
import { endSession as forgetSession } from '#platform/session/session.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { closeAccount } from './api.ts'

const schema = profiles.close.body

/** The last step; after it nobody is logged in any more. */
export const CloseForm = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profiles')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { field, failure, isBusy, formProps } = useForm<'password' | 'confirmation', z.infer<typeof schema>>({
    initial: { password: '', confirmation: '' },
    schema,
    submit: async (typed) => {
      await closeAccount(typed)
      forgetSession(client)
      notify.done({ text: t('closeDone') })
      await navigate({ to: '/login' })
    },
    explain: (error) =>
      hasCode(error, 'wrongPassword')
        ? { fields: { password: t('wrongPassword') } }
        : explain(error, ['password', 'confirmation']),
  })
  return (
    <form {...formProps}>
      <Stack gap={18}>
        <PasswordField {...field('password')} label={t('currentPassword')} autoComplete="current-password" />
        <TextInput
          {...field('confirmation')}
          label={t('closeConfirm', { words: closingWords })}
          autoComplete="off"
          autoCapitalize="none"
        />
        {failure ? <FormError>{failure}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            {t('closeSubmit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

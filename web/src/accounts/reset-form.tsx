import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { fieldMessages, NewPassword } from '@spacekeeper/contract/fields.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { explain } from '#platform/form/explain.ts'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useForm } from '#platform/form/use-form.ts'
import { resetPassword } from './api.ts'

const NewPasswords = z
  .object({ password: NewPassword, confirm: z.string() })
  .refine(({ password, confirm }) => password === confirm, { path: ['confirm'], error: fieldMessages.passwordsDiffer })

type Props = { token: string; onSuccess: () => void }

/** Two equal passwords; the server's objections to one stand beside it. */
export const ResetForm = ({ token, onSuccess }: Props) => {
  const { t } = useTranslation('accounts')
  const { field, failure, isBusy, formProps } = useForm<'password' | 'confirm', z.infer<typeof NewPasswords>>({
    initial: { password: '', confirm: '' },
    schema: NewPasswords,
    submit: async ({ password }) => {
      const { success } = await resetPassword({ token, password })
      if (!success) throw new Error('the server refused')
      onSuccess()
    },
    explain: (error) => {
      const said = explain(error, ['password'])
      return said.fields || (error instanceof ApiError && error.status === 429) ? said : { form: t('resetFailed') }
    },
  })
  return (
    <form {...formProps}>
      <Stack gap={18}>
        <PasswordField
          {...field('password')}
          label={t('newPassword')}
          description={t('passwordHint')}
          autoComplete="new-password"
          data-autofocus
        />
        <PasswordField {...field('confirm')} label={t('confirmPassword')} autoComplete="new-password" />
        {failure ? <FormError>{failure}</FormError> : null}
        <Button type="submit" size="md" h={48} loading={isBusy}>
          {t('resetSave')}
        </Button>
      </Stack>
    </form>
  )
}

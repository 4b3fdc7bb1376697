import { Stack, Button } from '@mantine/core'
import { NewPassword, fieldMessages } from '@spacekeeper/contract/fields.ts'
import { z } from 'zod'
import { ApiError, fieldErrors } from '#platform/api/api-error.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { resetPassword } from './api.ts'

const NewPasswords = z
  .object({ password: NewPassword, confirm: z.string().min(1, fieldMessages.passwordsDiffer) })
  .refine(({ password, confirm }) => password === confirm, { path: ['confirm'], error: fieldMessages.passwordsDiffer })

type Props = { token: string; onSuccess: () => void }

/** Two equal passwords; the server's objections to one stand beside it. */
export const ResetForm = ({ token, onSuccess }: Props) => {
  const { t } = useTranslation('auth')
  const { field, failure, isBusy, formProps } = useApiForm({
    initial: { password: '', confirm: '' },
    schema: NewPasswords,
    submit: async ({ password }) => {
      const { success } = await resetPassword({ token, password })
      if (!success) throw new Error('the server refused')
      onSuccess()
    },
    explain: (error) => {
      const isSaid = fieldErrors(error)['password'] !== undefined
      return isSaid || (error instanceof ApiError && error.status === 429) ? null : { form: t('resetFailed') }
    },
  })
  return (
    <Form {...formProps}>
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
        <Button type="submit" size="lg" loading={isBusy}>
          {t('resetSave')}
        </Button>
      </Stack>
    </Form>
  )
}

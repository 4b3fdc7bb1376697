import { useState } from 'react'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { accounts } from '@spacekeeper/contract/accounts.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useDelay } from '#platform/form/use-once.ts'
import { type Problem, useForm } from '#platform/form/use-form.ts'
import { login } from './api.ts'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'

const redirectMs = 1000

const waitText = (t: TFunction<'accounts'>, seconds: number) =>
  seconds < 60 ? t('waitSeconds', { count: seconds }) : t('waitMinutes', { count: Math.ceil(seconds / 60) })

/** Only a wrong password is a matter of the field; the other sentences stand under it. */
const explain = (t: TFunction<'accounts'>, error: unknown): Problem<'email' | 'password'> => {
  if (!(error instanceof ApiError)) return { form: t('loginTrouble') }
  if (error.status === 401) return { fields: { password: t('wrongLogin') } }
  if (error.code === 'emailNotVerified') return { form: t('emailNotVerified') }
  if (error.status === 429) return { form: waitText(t, Math.max(1, Math.ceil(error.retryAfterSeconds ?? 60))) }
  return { form: t('loginTrouble') }
}

/** Logs in, here or in a dialog over any page. `onSuccess` is called a second after, as the specification wants. */
export const LoginForm = ({ onSuccess }: { onSuccess: () => void }) => {
  const { t } = useTranslation('accounts')
  const [isForgotten, forgotten] = useDisclosure()
  const [isLoggedIn, setLoggedIn] = useState(false)
  const { values, field, failure, isBusy, formProps } = useForm({
    initial: { email: '', password: '' },
    schema: accounts.login.body,
    submit: async (who) => {
      await login(who)
      setLoggedIn(true)
    },
    explain: (error) => explain(t, error),
  })
  useDelay(isLoggedIn, { ms: redirectMs, then: onSuccess })

  return (
    <>
      <form {...formProps} aria-label={t('loginHeading')}>
        <Stack gap={18}>
          <TextInput {...field('email')} label={t('email')} type="email" autoComplete="username" data-autofocus />
          <Stack gap={6} align="stretch">
            <PasswordField
              {...field('password')}
              label={t('password')}
              autoComplete="current-password"
              errorProps={{ role: 'alert' }}
            />
            <FormError>{failure}</FormError>
            <Anchor component="button" type="button" size="sm" ta="left" onClick={forgotten.open}>
              {t('forgotPassword')}
            </Anchor>
          </Stack>
          <Button
            type="submit"
            size="md"
            h={48}
            loading={isBusy}
            aria-disabled={isLoggedIn || undefined}
            onClick={(event) => isLoggedIn && event.preventDefault()}
            leftSection={isLoggedIn ? <IconCheck size={18} aria-hidden /> : undefined}
          >
            <span role="status">{isLoggedIn ? t('loggedIn') : t('login')}</span>
          </Button>
        </Stack>
      </form>
      <ForgotPasswordDialog opened={isForgotten} onClose={forgotten.close} email={values.email} />
    </>
  )
}

import { lazy, Suspense, useState } from 'react'
import { Anchor, Button, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#platform/api/api-error.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useDelay } from '#platform/form/use-once.ts'
import { type Problem, useForm } from '#platform/form/use-form.ts'
import { login } from './api.ts'

const redirectMs = 1000

// The rules bring the validation library along; the form is there before it.
const loadRules = () => import('@spacekeeper/contract/accounts.ts').then(({ accounts }) => accounts.login.body)

const ForgotPasswordDialog = lazy(() =>
  import('./forgot-password-dialog.tsx').then((file) => ({ default: file.ForgotPasswordDialog })),
)

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
  const [wasForgotten, setWasForgotten] = useState(false)
  const [isForgotten, forgotten] = useDisclosure(false, { onOpen: () => setWasForgotten(true) })
  const [isLoggedIn, setLoggedIn] = useState(false)
  const { values, field, failure, isBusy, formProps } = useForm({
    initial: { email: '', password: '' },
    schema: loadRules,
    submit: async (who) => {
      await login(who)
      setLoggedIn(true)
    },
    explain: (error) => explain(t, error),
  })
  useDelay(isLoggedIn, { ms: redirectMs, run: onSuccess })

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
            {failure ? <FormError>{failure}</FormError> : null}
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="left"
              pt={6}
              pb={14}
              mt={-6}
              mb={-14}
              onClick={forgotten.open}
            >
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
            {isLoggedIn ? t('loggedIn') : t('login')}
          </Button>
          <VisuallyHidden role="status">{isLoggedIn ? t('loggedIn') : null}</VisuallyHidden>
        </Stack>
      </form>
      {wasForgotten ? (
        <Suspense fallback={null}>
          <ForgotPasswordDialog opened={isForgotten} onClose={forgotten.close} email={values.email} />
        </Suspense>
      ) : null}
    </>
  )
}

import { Button, Stack, TextInput } from '@mantine/core'
import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { errorText } from '#platform/api/error-text.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { startSession } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { acceptInvitation, invitationQuery } from './api.ts'

/** Where a person added by staff chooses a password. */
const InvitationPage = () => {
  const { t } = useTranslation('auth')
  const { token } = Route.useParams()
  const { siteName } = useSite().general
  const check = useQuery(invitationQuery(token))
  if (check.isPending) return <OutcomeCard kind="working" title={t('invitationChecking')} />
  if (check.isError) {
    return (
      <OutcomeCard kind="failed" title={t('invitationCheckFailed')} text={errorText(check.error)}>
        <Button size="xs" loading={check.isFetching} onClick={() => void check.refetch()}>
          {t('tryAgain')}
        </Button>
      </OutcomeCard>
    )
  }
  const { person } = check.data
  if (!person) {
    return (
      <OutcomeCard kind="failed" title={t('invitationOver')} text={t('invitationOverHint')}>
        <Button size="xs" component={Link} to="/login">
          {t('toLogin')}
        </Button>
      </OutcomeCard>
    )
  }
  return (
    <AuthFrame title={t('invitationHeading', { name: person.firstName })} subtitle={t('invitationHint', { siteName })}>
      <PasswordForm token={token} email={person.email} />
    </AuthFrame>
  )
}

const PasswordForm = ({ token, email }: { token: string; email: string }) => {
  const { t } = useTranslation('auth')
  const client = useQueryClient()
  const router = useRouter()
  const { field, failure, isBusy, formProps } = useApiForm({
    initial: { password: '' },
    schema: authApi.acceptInvitation.body,
    submit: async ({ password }) => {
      await acceptInvitation({ token, password })
      await startSession(client).catch(() => null)
      await router.navigate({ to: '/dashboard' })
    },
  })
  return (
    <Form {...formProps}>
      <Stack gap={18}>
        <TextInput label={t('email')} value={email} readOnly autoComplete="username" />
        <PasswordField
          {...field('password')}
          label={t('password')}
          description={t('passwordHint')}
          autoComplete="new-password"
          data-autofocus
        />
        {failure ? <FormError>{failure}</FormError> : null}
        <Button type="submit" size="lg" loading={isBusy}>
          {t('invitationSave')}
        </Button>
      </Stack>
    </Form>
  )
}

export const Route = createFileRoute('/invitation/$token')({
  component: InvitationPage,
  staticData: { title: 'auth:titleInvitation', bgGradient: true },
})

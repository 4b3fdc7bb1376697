import { Button, Stack, TextInput } from '@mantine/core'
import { Password, SecondFactorCode } from '@spacekeeper/contract/auth/shapes.ts'
import { NewPassword } from '@spacekeeper/contract/fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, Link, createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useDelay, useOnce } from '#platform/form/use-once.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { sessionQuery, startSession, useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { verificationQuery, verifyEmail } from './api.ts'
import { CodeField, focusAtOnce } from './code-field.tsx'

const redirectMs = 2000

/** What the link led to: a first address, or a new one in place of another; with or without a session. */
type VerificationOutcome = 'dashboard' | 'login' | { newEmail: string }

const VerifyPage = () => {
  const { t } = useTranslation('auth')
  const { verifyToken } = Route.useParams()
  const [outcome, setOutcome] = useState<VerificationOutcome | null>(null)
  const check = useQuery({ ...verificationQuery(verifyToken), enabled: outcome === null })

  if (outcome !== null) return <Done outcome={outcome} />
  if (check.isPending) return <OutcomeCard kind="working" title={t('verifyWorking')} />
  if (check.isError) return <Failed error={check.error} onRetry={() => void check.refetch()} />
  const { asks, email } = check.data
  return asks === 'nothing' ? (
    <Follow token={verifyToken} onDone={setOutcome} />
  ) : (
    <PasswordForm asks={asks} email={email ?? ''} token={verifyToken} onDone={setOutcome} />
  )
}

type FollowProps = { token: string; onDone: (outcome: VerificationOutcome) => void }

/** Confirms the address, with a password if the link asks for one, and starts the session. */
const useFollow = (token: string) => {
  const client = useQueryClient()
  return async ({ password, code }: { password?: string; code?: string } = {}): Promise<VerificationOutcome> => {
    const before = client.getQueryData(sessionQuery.queryKey)
    await verifyEmail({ token, ...(password !== undefined && { password }), ...(code && { code }) })
    const profile = await startSession(client).catch(() => null)
    if (!profile) return 'login'
    return before && before.email !== profile.email ? { newEmail: profile.email } : 'dashboard'
  }
}

const Follow = ({ token, onDone }: FollowProps) => {
  const { t } = useTranslation('auth')
  const follow = useFollow(token)
  const { state, again } = useOnce(async () => onDone(await follow()))
  if (state.status === 'failed') return <Failed error={state.error} onRetry={again} />
  return <OutcomeCard kind="working" title={t('verifyWorking')} />
}

const ExistingPassword = z.object({ password: Password, code: SecondFactorCode })

const ChosenPassword = z.object({ password: NewPassword, code: SecondFactorCode })

type PasswordFormProps = FollowProps & { asks: 'newPassword' | 'password'; email: string }

/** The link alone shows that its reader has the mailbox. A password of their own makes the account theirs. */
const PasswordForm = ({ asks, email, token, onDone }: PasswordFormProps) => {
  const { t } = useTranslation('auth')
  const follow = useFollow(token)
  const isNew = asks === 'newPassword'
  const [isCodeWanted, setCodeWanted] = useState(false)
  const { field, failure, isBusy, formProps } = useApiForm({
    initial: { password: '', code: '' },
    schema: isNew ? ChosenPassword : ExistingPassword,
    submit: (typed) =>
      follow(typed).catch((error: unknown) => {
        if (hasCode(error, 'secondFactorNeeded')) setCodeWanted(true)
        throw error
      }),
    explain: (error) => {
      if (hasCode(error, 'wrongCode')) return { fields: { code: errorText(error) } }
      return hasCode(error, 'wrongPassword') ? { fields: { password: errorText(error) } } : null
    },
    onDone: (outcome) => onDone(isNew || outcome !== 'dashboard' ? outcome : { newEmail: email }),
  })
  return (
    <AuthFrame title={t('verifyHeading')} subtitle={t(isNew ? 'verifyNewPassword' : 'verifyPassword', { email })}>
      <Form {...formProps}>
        <Stack gap={18}>
          <TextInput label={t('email')} value={email} readOnly autoComplete="username" />
          <PasswordField
            {...field('password')}
            label={t(isNew ? 'newPassword' : 'password')}
            {...(isNew && { description: t('passwordHint') })}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            data-autofocus
          />
          {isCodeWanted ? <CodeField {...field('code')} ref={focusAtOnce} /> : null}
          {failure ? <FormError>{failure}</FormError> : null}
          <Button type="submit" size="lg" loading={isBusy}>
            {t(isNew ? 'verifySave' : 'confirmEmail')}
          </Button>
        </Stack>
      </Form>
    </AuthFrame>
  )
}

/** Who joins here goes on with that; everyone else to the first page. */
const usePageAfter = () => {
  const isNewcomer = useProfile()?.state === 'noob'
  const { enableMembershipPayments } = useSite().features
  return isNewcomer && enableMembershipPayments ? '/account/membership-plan' : '/dashboard'
}

const Done = ({ outcome }: { outcome: VerificationOutcome }) => {
  const { t } = useTranslation('auth')
  const router = useRouter()
  const to = usePageAfter()
  const goOn = () => void router.navigate({ to })
  useDelay(outcome === 'dashboard', { ms: redirectMs, run: goOn })
  if (outcome === 'login') {
    return (
      <OutcomeCard kind="done" title={t('verifyDone')} text={t('verifyDoneLogin')}>
        <Button size="xs" component={Link} to="/login">
          {t('toLogin')}
        </Button>
      </OutcomeCard>
    )
  }
  const isChanged = typeof outcome === 'object'
  return (
    <OutcomeCard
      kind="done"
      title={t(isChanged ? 'emailChanged' : 'verifyDone')}
      text={isChanged ? t('emailChangedHint', { email: outcome.newEmail }) : t('verifyDoneHint')}
    >
      <Button size="xs" onClick={goOn}>
        {t('toDashboard')}
      </Button>
    </OutcomeCard>
  )
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('auth')
  const { enableMail } = useSite().features
  const toLogin = (
    <Button size="xs" component={Link} to="/login">
      {t('toLogin')}
    </Button>
  )
  if (hasCode(error, 'linkExpired')) {
    return (
      <OutcomeCard kind="failed" title={t('verifyExpired')} text={t('verifyExpiredHint')}>
        {toLogin}
      </OutcomeCard>
    )
  }
  if (hasCode(error, 'linkExpiredNoMail')) {
    return (
      <OutcomeCard kind="failed" title={t('verifyExpired')} text={t('verifyExpiredNoMail')}>
        {toLogin}
      </OutcomeCard>
    )
  }
  if (hasCode(error, 'invalidLink') || hasCode(error, 'badInput')) {
    return (
      <OutcomeCard
        kind="failed"
        title={t('verifyInvalid')}
        text={t(enableMail ? 'verifyInvalidHint' : 'verifyInvalidNoMail')}
      >
        {toLogin}
      </OutcomeCard>
    )
  }
  if (hasCode(error, 'emailTaken') || hasCode(error, 'linkReplaced')) {
    return (
      <OutcomeCard kind="failed" title={t('verifyFailed')} text={errorText(error)}>
        {toLogin}
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard kind="failed" title={t('verifyFailed')} text={errorText(error)}>
      <Button size="xs" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/profile/email/$verifyToken/verify')({
  component: VerifyPage,
  staticData: { title: 'auth:titleVerify', bgGradient: true },
})

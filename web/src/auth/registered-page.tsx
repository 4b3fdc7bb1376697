import { Anchor, Button, Group, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { EmailCorrection } from '@spacekeeper/contract/auth/shapes.ts'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { loginHint } from '#platform/session/login-hint.ts'
import { useSite } from '#platform/session/site.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { correctEmail, resendVerification } from './api.ts'

const RegisteredPage = () => {
  const { t } = useTranslation('auth')
  const { features, contact } = useSite()
  const { hasOnlineInduction, requireAccessCard } = features.signup
  const hasMail = features.enableMail
  const [email, setEmail] = useState(() => loginHint.read()?.email ?? '')
  const correct = (right: string) => {
    loginHint.set({ email: right, reason: null })
    setEmail(right)
  }
  const sent = email === '' ? t('registeredText') : t('registeredTextTo', { email })
  return (
    <AuthFrame
      title={t(hasMail ? 'registeredHeading' : 'registeredHeadingNoMail')}
      subtitle={hasMail ? sent : t('registeredTextNoMail')}
    >
      <Stack gap="lg">
        <div>
          <Title order={2}>{t('registeredNext')}</Title>
          <List type="ordered" mt="xs" spacing={6}>
            <List.Item>{t(hasMail ? 'registeredStepLink' : 'registeredStepStaff')}</List.Item>
            <List.Item>{t('registeredStepLook')}</List.Item>
            {hasOnlineInduction ? <List.Item>{t('registeredStepInduction')}</List.Item> : null}
            {requireAccessCard ? <List.Item>{t('registeredStepCard')}</List.Item> : null}
          </List>
        </div>
        {hasMail ? <NoMailYet email={email} onCorrect={correct} /> : <AskStaff mail={contact.admin} />}
        <Button component={Link} to="/login" size="lg" variant="default">
          {t('toLogin')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}

const AskStaff = ({ mail }: { mail: string }) => {
  const { t } = useTranslation('auth')
  if (mail === '') return null
  return <Anchor href={`mailto:${mail}`}>{t('writeToStaff', { mail })}</Anchor>
}

type EmailProps = { email: string; onCorrect: (email: string) => void }

/** For those whose mail does not come: once more, or to the address they meant. */
const NoMailYet = ({ email, onCorrect }: EmailProps) => {
  const { t } = useTranslation('auth')
  const [isCorrecting, setCorrecting] = useState(false)
  const resend = useMutation({
    mutationFn: () => resendVerification({ email }),
    onSuccess: () => notify.done({ text: t('resent', { email }) }),
    onError: notify.failed,
  })
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('registeredNoMail')}
      </Text>
      {email === '' ? null : (
        <Group gap="xs">
          <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            {t('sendAgain')}
          </Button>
          <Button variant="default" onClick={() => setCorrecting(true)}>
            {t('otherAddress')}
          </Button>
        </Group>
      )}
      {isCorrecting ? (
        <CorrectionDialog email={email} onCorrect={onCorrect} onClose={() => setCorrecting(false)} />
      ) : null}
    </Stack>
  )
}

/** The password shows that the account is theirs. */
const CorrectionDialog = ({ email, onCorrect, onClose }: EmailProps & { onClose: () => void }) => {
  const { t } = useTranslation('auth')
  return (
    <FormDialog
      title={t('otherAddress')}
      action={t('sendLink')}
      size={440}
      closeOnClickOutside={false}
      initial={{ email, newEmail: '', password: '' }}
      schema={EmailCorrection}
      submit={async (correction) => {
        await correctEmail(correction)
        return correction.newEmail
      }}
      explain={(error) => {
        if (hasCode(error, 'wrongLogin')) return { fields: { password: t('wrongPassword') } }
        return hasCode(error, 'emailTaken') ? { fields: { newEmail: t('emailTaken') } } : null
      }}
      onDone={(newEmail) => {
        notify.done({ text: t('resent', { email: newEmail }) })
        onCorrect(newEmail)
        onClose()
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm" c="dimmed">
            {t('otherAddressHint', { email })}
          </Text>
          <TextInput {...field('newEmail')} label={t('rightEmail')} type="email" autoComplete="email" data-autofocus />
          <PasswordField {...field('password')} label={t('yourPassword')} autoComplete="current-password" />
        </>
      )}
    </FormDialog>
  )
}

export const Route = createFileRoute('/registersuccess')({
  component: RegisteredPage,
  staticData: { title: 'auth:titleRegistered', loggedIn: false, bgGradient: true },
})

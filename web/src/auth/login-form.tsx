import { Stack, TextInput, Anchor, Button, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react'
import { ApiError, hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { login } from '#platform/api/first-calls.ts'
import { type FormProblem, InvalidForm, check, showProblem } from '#platform/form/form-problem.ts'
import { Form } from '#platform/form/form.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useDelay } from '#platform/form/use-once.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { isKioskOf } from '#platform/session/kiosk.ts'
import { loginHint } from '#platform/session/login-hint.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { late } from '#platform/ui/late.tsx'
import { PageLink } from '#platform/ui/page-link.tsx'
import { CodeField, focusAtOnce } from './code-field.tsx'
import { LoginLinkRow } from './login-link-row.tsx'
import { PasskeyLoginRow } from './passkey-login-row.tsx'
import { ProviderLoginRow } from './provider-login-row.tsx'

const redirectMs = 1000

// The rules bring the validation library along; the form is there before it.
const loadRules = () => import('@spacekeeper/contract/auth/shapes.ts').then(({ Credentials }) => Credentials)

const ForgotPasswordDialog = late(
  () => import('./forgot-password-dialog.tsx').then((file) => file.ForgotPasswordDialog),
  {
    over: ({ opened, onClose }) => (opened ? onClose : null),
  },
)

type LoginField = 'email' | 'password' | 'code'

/** `isUnverified`: a link to confirm the address was just sent to it. `mustWait`: a link to log in helps at once. */
type LoginProblem = FormProblem<LoginField> & { isUnverified?: boolean; mustWait?: boolean }

const waitText = (t: Translate<'auth'>, seconds: number) =>
  seconds < 60 ? t('waitSeconds', { count: seconds }) : t('waitMinutes', { count: Math.ceil(seconds / 60) })

/** Only a wrong password is a matter of the field; the other sentences stand under it. */
const explain = (t: Translate<'auth'>, error: unknown): LoginProblem => {
  if (error instanceof InvalidForm) return { fields: error.fields }
  if (!(error instanceof ApiError)) return { form: t('loginTrouble') }
  if (error.code === 'wrongCode') return { fields: { code: t('wrongCode') } }
  if (error.status === 401) return { fields: { password: t('wrongLogin') } }
  if (error.code === 'emailNotVerified') return { form: t('emailNotVerified'), isUnverified: true }
  if (error.code === 'emailNotVerifiedNoMail') return { form: t('emailNotVerifiedNoMail') }
  if (error.status === 429) {
    const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds ?? 60))
    return { form: waitText(t, seconds), mustWait: true }
  }
  if (error.code === 'databaseAway') return { form: errorText(error) }
  return { form: t('loginTrouble') }
}

/** A browser that keeps none would show the login again after each one. The app on a phone has a token instead. */
const keepsCookies = () => {
  if (window.mobileShell) return true
  document.cookie = 'kept=1; path=/; samesite=lax'
  const isKept = document.cookie.includes('kept=1')
  document.cookie = 'kept=; path=/; max-age=0'
  return isKept
}

const checkCookies = (t: Translate<'auth'>): LoginProblem =>
  keepsCookies() ? {} : { form: t('noCookies', { host: globalThis.location.host }) }

/** The dialog puts the focus on what is marked. */
const focusIf = (isNext: boolean) => (isNext ? { 'data-autofocus': true } : {})

type LoginInput = { t: Translate<'auth'>; email: string; onLoggedIn: () => void }

/** Two fields by hand: the libraries that other forms rest on would be a tenth of the script of the first page. */
const useLogin = ({ t, email, onLoggedIn }: LoginInput) => {
  const [values, setValues] = useState({ email, password: '', code: '' })
  const [isCodeWanted, setCodeWanted] = useState(false)
  const [problem, setProblem] = useState<LoginProblem>(() => checkCookies(t))
  const element = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (running.current) return
    const blocked = checkCookies(t)
    setProblem(blocked)
    if (blocked.form !== undefined) return
    running.current = true
    setBusy(true)
    try {
      const { fields, parsed } = check(await loadRules(), isCodeWanted ? values : { ...values, code: undefined })
      if (parsed === undefined) throw new InvalidForm(fields)
      await login(parsed)
      onLoggedIn()
    } catch (error) {
      // The right password of a member with an authenticator app is half of the way.
      if (hasCode(error, 'secondFactorNeeded')) setCodeWanted(true)
      else showProblem(element.current, () => setProblem(explain(t, error)))
    }
    running.current = false
    setBusy(false)
  }
  const setError = (name: LoginField, error: string | undefined) =>
    setProblem(({ fields, ...rest }) => ({
      ...rest,
      fields: { ...fields, ...(error !== undefined && { [name]: error }) },
    }))
  const field = (name: LoginField) => ({
    name,
    value: values[name],
    error: problem.fields?.[name],
    required: true,
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setValues((before) => ({ ...before, [name]: value }))
      setProblem(({ fields: { [name]: _gone, ...others } = {}, ...rest }) => ({ ...rest, fields: others }))
    },
    // Passing through an empty field is no mistake yet.
    onBlur: () => {
      if (values[name] !== '') void loadRules().then((rules) => setError(name, check(rules, values).fields[name]))
    },
  })
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void send()
  }
  return {
    values,
    field,
    failure: problem.form,
    isUnverified: problem.isUnverified === true,
    mustWait: problem.mustWait === true,
    isCodeWanted,
    isBusy,
    formProps: { ref: element, onSubmit },
  }
}

type Props = {
  onSuccess: () => void
  /** Of a member who was just here. */
  email?: string | undefined
}

/** Logs in, here or in a dialog over any page. `onSuccess` is called a second after, as the specification wants. */
export const LoginForm = ({ onSuccess, email = '' }: Props) => {
  const { t } = useTranslation('auth')
  // A shared screen must not offer one member’s password to the next.
  const isShared = isKioskOf(useSite())
  const onLoggedIn = () => setLoggedIn(true)
  const [wasForgotten, setWasForgotten] = useState(false)
  const [isForgotten, forgotten] = useDisclosure(false, { onOpen: () => setWasForgotten(true) })
  const [isLoggedIn, setLoggedIn] = useState(false)
  const { values, field, failure, isUnverified, mustWait, isCodeWanted, isBusy, formProps } = useLogin({
    t,
    email,
    onLoggedIn,
  })
  useDelay(isLoggedIn, { ms: redirectMs, run: onSuccess })

  return (
    <>
      <Form {...formProps} aria-label={t('loginHeading')}>
        <Stack gap={18}>
          <TextInput
            {...field('email')}
            label={t('email')}
            type="email"
            autoComplete={isShared ? 'off' : 'username'}
            {...focusIf(email === '')}
          />
          <Stack gap={6} align="stretch">
            <PasswordField
              {...field('password')}
              label={t('password')}
              autoComplete={isShared ? 'off' : 'current-password'}
              {...focusIf(email !== '')}
              errorProps={{ role: 'alert' }}
            />
            {isCodeWanted ? <CodeField {...field('code')} ref={focusAtOnce} /> : null}
            {failure ? <FormError>{failure}</FormError> : null}
            {mustWait ? <LoginLinkRow key={values.email} email={values.email} /> : null}
            {isUnverified ? <OtherAddress email={values.email} /> : null}
            <ForgottenButton onClick={forgotten.open} />
          </Stack>
          <Button
            type="submit"
            size="lg"
            loading={isBusy}
            aria-disabled={isLoggedIn || undefined}
            onClick={(event) => isLoggedIn && event.preventDefault()}
            leftSection={isLoggedIn ? <IconCheck size={18} aria-hidden /> : undefined}
          >
            {isLoggedIn ? t('loggedIn') : t('login')}
          </Button>
          <PasskeyLoginRow onLoggedIn={onLoggedIn} />
          <ProviderLoginRow />
          {mustWait ? null : <OfferedLink email={values.email} />}
          <VisuallyHidden role="status">{isLoggedIn ? t('loggedIn') : null}</VisuallyHidden>
        </Stack>
      </Form>
      {wasForgotten ? (
        <ForgotPasswordDialog opened={isForgotten} onClose={forgotten.close} email={values.email} />
      ) : null}
    </>
  )
}

/** A link by email for those who would rather have one, where the space offers it. */
const OfferedLink = ({ email }: { email: string }) =>
  useSite().features.loginLinks === 'always' ? <LoginLinkRow key={email} email={email} /> : null

const OtherAddress = ({ email }: { email: string }) => {
  const { t } = useTranslation('auth')
  return (
    <Anchor
      component={PageLink}
      to="/registersuccess"
      size="sm"
      onClick={() => loginHint.set({ email: email.trim(), reason: null })}
    >
      {t('wrongAddress')}
    </Anchor>
  )
}

const ForgottenButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation('auth')
  return (
    <Anchor component="button" type="button" size="sm" ta="left" pt={6} pb={14} mt={-6} mb={-14} onClick={onClick}>
      {t('forgotPassword')}
    </Anchor>
  )
}

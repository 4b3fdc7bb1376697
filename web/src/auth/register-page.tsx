import { Text, Anchor } from '@mantine/core'
import { registeredFields } from '@spacekeeper/contract/members/forms.ts'
import { useNavigate, Link, createFileRoute } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { loginHint } from '#platform/session/login-hint.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { useIsAsked } from '../members/field-props.ts'
import { register } from './api.ts'
import { RegistrationForm } from './registration-form.tsx'

const RegisterPage = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const isAsked = useIsAsked()
  return (
    <AuthFrame
      title={t('registerHeading')}
      subtitle={t('registerHint')}
      below={
        <Text>
          {t('haveAccount')}{' '}
          <Anchor component={Link} to="/login" underline="always">
            {t('login')}
          </Anchor>
        </Text>
      }
    >
      <RegistrationForm
        submitLabel={t('createAccount')}
        fields={registeredFields.filter((name) => isAsked(name))}
        submit={async (person) => {
          await register(person)
          loginHint.set({ email: person.email, reason: null })
          await navigate({ to: '/registersuccess' })
        }}
      />
    </AuthFrame>
  )
}

export const Route = createFileRoute('/register')({
  component: RegisterPage,
  staticData: { title: 'auth:titleRegister', loggedIn: false, bgGradient: true, kiosk: true },
})

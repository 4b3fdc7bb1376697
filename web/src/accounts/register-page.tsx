import { Anchor, Text } from '@mantine/core'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSite } from '#platform/session/site.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { register } from './api.ts'
import { RegistrationForm } from './registration-form.tsx'

const RegisterPage = () => {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const { collectVehicleRegistrationPlate } = useSite().features.signup
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
        withPlate={collectVehicleRegistrationPlate}
        submit={async (person) => {
          await register(person)
          await navigate({ to: '/registersuccess' })
        }}
      />
    </AuthFrame>
  )
}

export const Route = createFileRoute('/register')({
  component: RegisterPage,
  staticData: { title: 'accounts:titleRegister', loggedIn: false, bgGradient: true, kiosk: true },
})

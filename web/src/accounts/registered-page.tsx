import { Button, List, Stack, Text, Title } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSite } from '#platform/session/site.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'

const RegisteredPage = () => {
  const { t } = useTranslation('accounts')
  const { inductionLink, requireAccessCard } = useSite().features.signup
  return (
    <AuthFrame title={t('registeredHeading')} subtitle={t('registeredText')}>
      <Stack gap="lg">
        <div>
          <Title order={2}>{t('registeredNext')}</Title>
          <List type="ordered" mt="xs" spacing={6}>
            <List.Item>{t('registeredStepLink')}</List.Item>
            <List.Item>{t('registeredStepLook')}</List.Item>
            {inductionLink ? <List.Item>{t('registeredStepInduction')}</List.Item> : null}
            {requireAccessCard ? <List.Item>{t('registeredStepCard')}</List.Item> : null}
          </List>
        </div>
        <Text size="sm" c="dimmed">
          {t('registeredNoMail')}
        </Text>
        <Button component={Link} to="/" size="md" h={48}>
          {t('continue')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}

export const Route = createFileRoute('/registersuccess')({
  component: RegisteredPage,
  staticData: { title: 'accounts:titleRegistered', loggedIn: false, bgGradient: true },
})

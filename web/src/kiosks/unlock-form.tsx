import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Password } from '@spacekeeper/contract/auth/shapes.ts'
import { Email } from '@spacekeeper/contract/fields.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { PasswordField } from '#platform/form/password-field.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { unlock } from './api.ts'

const Staff = z.object({ email: Email, password: Password })
/** Kept while the settings are open and nowhere else. */
export type StaffLogin = z.infer<typeof Staff>

/** Checks that someone who manages devices stands at this screen. */
export const UnlockForm = ({ onUnlocked }: { onUnlocked: (staff: StaffLogin) => void }) => {
  const { t } = useTranslation('kiosks')
  const { field, failure, isBusy, formProps } = useApiForm({
    initial: { email: '', password: '' },
    schema: Staff,
    submit: async (staff) => {
      await unlock(staff)
      onUnlocked(staff)
    },
    explain: (error) => (hasCode(error, 'wrongLogin') ? { fields: { password: errorText(error) } } : null),
  })
  return (
    <form {...formProps} aria-label={t('unlock')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('staffOnly')}
        </Text>
        <TextInput {...field('email')} label={t('email')} type="email" autoComplete="off" />
        <PasswordField {...field('password')} label={t('password')} autoComplete="off" />
        {failure ? <FormError>{failure}</FormError> : null}
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('unlock')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

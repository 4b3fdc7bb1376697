import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Password, SecondFactorCode } from '@spacekeeper/contract/auth/shapes.ts'
import { Email } from '@spacekeeper/contract/fields.ts'
import { useState } from 'react'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { CodeField, focusAtOnce } from '../auth/code-field.tsx'
import { unlock } from './api.ts'

const Staff = z.object({ email: Email, password: Password, code: SecondFactorCode })
/** Kept while the settings are open and nowhere else. */
export type StaffLogin = z.infer<typeof Staff>

/** Checks that someone who manages devices stands at this screen. */
export const UnlockForm = ({ onUnlocked }: { onUnlocked: (staff: StaffLogin) => void }) => {
  const { t } = useTranslation('kiosks')
  const [isCodeWanted, setCodeWanted] = useState(false)
  const { field, failure, isBusy, formProps } = useApiForm({
    losesNothing: true,
    initial: { email: '', password: '', code: '' },
    schema: Staff,
    submit: async (staff) => {
      await unlock(staff).catch((error: unknown) => {
        if (hasCode(error, 'secondFactorNeeded')) setCodeWanted(true)
        throw error
      })
      onUnlocked(staff)
    },
    explain: (error) => {
      if (hasCode(error, 'wrongCode')) return { fields: { code: errorText(error) } }
      return hasCode(error, 'wrongLogin') ? { fields: { password: errorText(error) } } : null
    },
  })
  return (
    <Form {...formProps} aria-label={t('unlock')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('staffOnly')}
        </Text>
        <TextInput {...field('email')} label={t('email')} type="email" autoComplete="off" />
        <PasswordField {...field('password')} label={t('password')} autoComplete="off" />
        {isCodeWanted ? <CodeField {...field('code')} ref={focusAtOnce} /> : null}
        {failure ? <FormError>{failure}</FormError> : null}
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('unlock')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

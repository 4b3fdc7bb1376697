import { useState } from 'react'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Email } from '@spacekeeper/contract/fields.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { useForm } from '#platform/form/use-form.ts'
import { resetPassword } from './api.ts'

/** The specification's width. */
const widthPx = 350

const Request = z.object({ email: Email })

type FormProps = { email: string; onClose: () => void }

const RequestForm = ({ email, onClose }: FormProps) => {
  const { t } = useTranslation('accounts')
  const [isSent, setSent] = useState(false)
  const { field, failure, isBusy, formProps } = useForm({
    initial: { email },
    schema: Request,
    submit: async (request) => {
      const { success } = await resetPassword(request)
      if (!success) throw new Error('the server refused')
      setSent(true)
    },
    explain: () => ({ form: t('forgotFailed') }),
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('forgotHint')}
        </Text>
        <TextInput
          {...field('email')}
          label={t('email')}
          type="email"
          autoComplete="username"
          readOnly={isSent}
          data-autofocus
        />
        {isSent ? <FormError tone="green">{t('forgotSent')}</FormError> : null}
        {failure ? <FormError>{failure}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {isSent ? t('close') : t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isSent}>
            {t('sendLink')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Props = { opened: boolean; onClose: () => void; email: string }

/** Asks for a link to a new password, starting from the email that was typed already. */
export const ForgotPasswordDialog = ({ opened, onClose, email }: Props) => {
  const { t } = useTranslation('accounts')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('forgotHeading')}
      size={widthPx}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <RequestForm email={email} onClose={onClose} />
    </Modal>
  )
}

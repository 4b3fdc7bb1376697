import { Anchor, Stack, Text, TextInput, Group, Button } from '@mantine/core'
import '#platform/theme/components.css'
import { Email } from '@spacekeeper/contract/fields.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { createQueryClient } from '#platform/api/query-client.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { resetPassword } from './api.ts'

/** The specification's width. */
const widthPx = 350

const Request = z.object({ email: Email })

type ForgotPasswordFormProps = { email: string; onClose: () => void }

const RequestForm = ({ email, onClose }: ForgotPasswordFormProps) => {
  const { t } = useTranslation('auth')
  const [isSent, setSent] = useState(false)
  const { field, failure, isBusy, formProps } = useApiForm({
    losesNothing: true,
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
    <Form {...formProps}>
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
          {isSent ? null : (
            <Button type="submit" loading={isBusy}>
              {t('sendLink')}
            </Button>
          )}
        </Group>
      </Stack>
    </Form>
  )
}

/** Without a mail server no link arrives, whatever is typed. */
const NoMail = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('auth')
  const { admin } = useSite().contact
  return (
    <Stack gap="md">
      <Text size="sm">{t('forgotNoMail')}</Text>
      {admin ? <Anchor href={`mailto:${admin}`}>{t('writeToStaff', { mail: admin })}</Anchor> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  )
}

type Props = { opened: boolean; onClose: () => void; email: string }

/** The login page has no queries, and this asks for nothing that another page shows. */
const client = createQueryClient()

/** Asks for a link to a new password, starting from the email that was typed already. */
export const ForgotPasswordDialog = ({ opened, onClose, email }: Props) => {
  const { t } = useTranslation('auth')
  const { enableMail } = useSite().features
  return (
    <BasicDialog
      opened={opened}
      onClose={onClose}
      title={t('forgotHeading')}
      size={widthPx}
      closeOnClickOutside={false}
    >
      {enableMail ? (
        <QueryClientProvider client={client}>
          <RequestForm email={email} onClose={onClose} />
        </QueryClientProvider>
      ) : (
        <NoMail onClose={onClose} />
      )}
    </BasicDialog>
  )
}

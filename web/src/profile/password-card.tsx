import { Card, Stack, Title, Text, Button } from '@mantine/core'
import { fieldMessages, NewPassword } from '@spacekeeper/contract/fields.ts'
import { useState } from 'react'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { changePassword } from './api.ts'
import classes from './profile.module.css'

export const PasswordCard = ({ hasPassword }: { hasPassword: boolean }) => {
  const { t } = useTranslation('profile')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card component="section" aria-labelledby="password">
      <div className={classes.row}>
        <Stack gap={2}>
          <Title order={2} id="password">
            {t('passwordHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t(hasPassword ? 'passwordHint' : 'passwordNone')}
          </Text>
        </Stack>
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t(hasPassword ? 'changePassword' : 'choosePassword')}
        </Button>
      </div>
      <PasswordDialog hasPassword={hasPassword} opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}

const passwordsWith = (current: z.ZodType<string>) =>
  z
    .object({ current, new: NewPassword, confirm: z.string().min(1, fieldMessages.passwordsDiffer) })
    .refine((typed) => typed.new === typed.confirm, { path: ['confirm'], error: fieldMessages.passwordsDiffer })

const Passwords = passwordsWith(z.string().min(1, fieldMessages.password))

/** Of a member who has none yet. */
const FirstPasswords = passwordsWith(z.string())

type PasswordDialogProps = { hasPassword: boolean; opened: boolean; onClose: () => void }

/** The current password proves who asks, or a passkey where there is none; the new one is typed twice. */
const PasswordDialog = ({ hasPassword, opened, onClose }: PasswordDialogProps) => {
  const { t } = useTranslation('profile')
  return (
    <FormDialog
      title={t(hasPassword ? 'changePassword' : 'choosePassword')}
      action={t('savePassword')}
      size={440}
      opened={opened}
      closeOnClickOutside={false}
      initial={{ current: '', new: '', confirm: '' }}
      schema={hasPassword ? Passwords : FirstPasswords}
      submit={async (typed) => {
        await changePassword({ new: typed.new, ...(hasPassword && { current: typed.current }) })
        notify.done({ text: t('passwordChanged') })
      }}
      explain={(error) => (hasCode(error, 'wrongPassword') ? { fields: { current: t('wrongPassword') } } : null)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {hasPassword ? (
            <PasswordField
              {...field('current')}
              label={t('currentPassword')}
              autoComplete="current-password"
              data-autofocus
            />
          ) : null}
          <PasswordField
            {...field('new')}
            label={t('newPassword')}
            description={t('newPasswordHint')}
            autoComplete="new-password"
          />
          <PasswordField {...field('confirm')} label={t('newPasswordAgain')} autoComplete="new-password" />
        </>
      )}
    </FormDialog>
  )
}

import { Card, Stack, Title, Text, Button } from '@mantine/core'
import { fieldMessages, NewPassword } from '@spacekeeper/contract/fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { changePassword, sessionsQuery } from './api.ts'
import classes from './profile.module.css'

export const PasswordCard = () => {
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
            {t('passwordHint')}
          </Text>
        </Stack>
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('changePassword')}
        </Button>
      </div>
      <PasswordDialog opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}

const Passwords = z
  .object({ current: z.string().min(1, fieldMessages.password), new: NewPassword, confirm: z.string() })
  .refine((typed) => typed.new === typed.confirm, { path: ['confirm'], error: fieldMessages.passwordsDiffer })

/** The current password proves who asks; the new one is typed twice. */
const PasswordDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('profile')
  const client = useQueryClient()
  return (
    <FormDialog
      title={t('changePassword')}
      action={t('savePassword')}
      size={440}
      opened={opened}
      closeOnClickOutside={false}
      initial={{ current: '', new: '', confirm: '' }}
      schema={Passwords}
      submit={async (typed) => {
        await changePassword({ current: typed.current, new: typed.new })
        void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
        notify.done({ text: t('passwordChanged') })
      }}
      explain={(error) => (hasCode(error, 'wrongPassword') ? { fields: { current: t('wrongPassword') } } : null)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <PasswordField
            {...field('current')}
            label={t('currentPassword')}
            autoComplete="current-password"
            data-autofocus
          />
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

import { Card, Stack, Title, Text, Button, Group, TextInput } from '@mantine/core'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { EmailChange } from '@spacekeeper/contract/profile/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { emailChangeQuery, resendEmailChange, cancelEmailChange, requestEmailChange } from './api.ts'
import classes from './profile.module.css'

/** The address a member logs in with, and the one that is to replace it. */
export const OwnEmailCard = ({ email, hasPassword }: { email: string; hasPassword: boolean }) => {
  const { t } = useTranslation('profile')
  const [isOpen, setOpen] = useState(false)
  return (
    <Page query={useQuery(emailChangeQuery)} skeleton={<RowsSkeleton rows={1} />}>
      {({ pending }) => (
        <Card component="section" aria-labelledby="email">
          <Stack gap={18}>
            <div className={classes.row}>
              <Stack gap={2} miw={0}>
                <Title order={2} id="email">
                  {t('emailHeading')}
                </Title>
                <Text className={classes.long}>{email}</Text>
              </Stack>
              <Button size="xs" variant="default" onClick={() => setOpen(true)}>
                {t('changeEmail')}
              </Button>
            </div>
            {pending ? <Pending pending={pending} email={email} /> : null}
          </Stack>
          <EmailDialog opened={isOpen} email={email} hasPassword={hasPassword} onClose={() => setOpen(false)} />
        </Card>
      )}
    </Page>
  )
}

const Pending = ({ pending, email }: { pending: EmailChange; email: string }) => {
  const { t } = useTranslation('profile')
  const { enableMail } = useSite().features
  const onSettled = refreshOnRefusal('profile')
  const resend = useMutation({
    mutationFn: () => resendEmailChange(),
    onSuccess: () => notify.done({ text: t('emailSentAgain') }),
    onError: (error) => {
      // It was confirmed or cancelled elsewhere, which the card shows in a moment.
      if (!hasCode(error, 'notFound')) notify.failed(error)
    },
    onSettled,
  })
  const cancel = useMutation({
    mutationFn: () => cancelEmailChange(),
    onSuccess: () => notify.done({ text: t('emailCancelled', { email }) }),
    onError: notify.failed,
    onSettled,
  })
  return (
    <div className={classes.pending}>
      <Stack gap={4} miw={0} role="status">
        <div className={classes.long}>
          <Status kind="waiting">{t('emailPending', { email: pending.email })}</Status>
        </div>
        <Text size="sm" c="dimmed">
          {t(enableMail ? 'emailPendingHint' : 'emailPendingNoMail', { moment: formatMoment(pending.askedAt) })}
        </Text>
      </Stack>
      <Group gap="xs">
        {enableMail ? (
          <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            {t('emailSendAgain')}
          </Button>
        ) : null}
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('emailCancel')}
        </Button>
      </Group>
    </div>
  )
}

type EmailDialogProps = { opened: boolean; email: string; hasPassword: boolean; onClose: () => void }

const NewEmail = profileApi.requestEmailChange.body

/** Of a member without a password, who shows a passkey instead. */
const NewEmailAlone = NewEmail.pick({ email: true })

/** The password proves who asks, the link in the mail that the new address is theirs. */
const EmailDialog = ({ opened, email, hasPassword, onClose }: EmailDialogProps) => {
  const { t } = useTranslation('profile')
  const { enableMail } = useSite().features
  return (
    <FormDialog
      title={t('changeEmail')}
      action={t(enableMail ? 'sendLink' : 'changeEmail')}
      size={440}
      opened={opened}
      closeOnClickOutside={false}
      initial={{ email: '', password: '' }}
      schema={hasPassword ? NewEmail : NewEmailAlone}
      submit={async (request) => {
        await requestEmailChange(request)
        notify.done({ text: t(enableMail ? 'emailAsked' : 'emailAskedNoMail') })
      }}
      explain={(error) => {
        if (hasCode(error, 'wrongPassword')) return { fields: { password: t('wrongPassword') } }
        return hasCode(error, 'emailTaken') ? { fields: { email: t('emailTaken') } } : null
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm" c="dimmed">
            {t(enableMail ? 'emailDialogHint' : 'emailDialogNoMail', { email })}
          </Text>
          <TextInput {...field('email')} label={t('newEmail')} type="email" autoComplete="email" data-autofocus />
          {hasPassword ? (
            <PasswordField {...field('password')} label={t('currentPassword')} autoComplete="current-password" />
          ) : null}
        </>
      )}
    </FormDialog>
  )
}

import { useState } from 'react'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { EmailChange } from '@spacekeeper/contract/profiles.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { cancelEmailChange, emailChangeQuery, resendEmailChange } from './api.ts'
import { EmailDialog } from './email-dialog.tsx'
import classes from './profiles.module.css'

/** The address one logs in with, and the one that is to replace it. */
export const EmailCard = ({ email }: { email: string }) => {
  const { t } = useTranslation('profiles')
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
              <Button variant="default" onClick={() => setOpen(true)}>
                {t('changeEmail')}
              </Button>
            </div>
            {pending ? <Pending pending={pending} email={email} /> : null}
          </Stack>
          <EmailDialog opened={isOpen} email={email} onClose={() => setOpen(false)} />
        </Card>
      )}
    </Page>
  )
}

const Pending = ({ pending, email }: { pending: EmailChange; email: string }) => {
  const { t } = useTranslation('profiles')
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: emailChangeQuery.queryKey })
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
          {t('emailPendingHint', { moment: formatMoment(pending.askedAt) })}
        </Text>
      </Stack>
      <Group gap="xs">
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('emailSendAgain')}
        </Button>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('emailCancel')}
        </Button>
      </Group>
    </div>
  )
}

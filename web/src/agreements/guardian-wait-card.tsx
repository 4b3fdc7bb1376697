import { Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { agreementsApi } from '@spacekeeper/contract/agreements/routes.ts'
import type { GuardianRequest } from '@spacekeeper/contract/agreements/shapes.ts'
import { useState } from 'react'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { askGuardian } from './api.ts'

/** A guardian has to sign: who, since when, and a way to ask them again or another. */
export const GuardianWaitCard = ({ guardian }: { guardian: GuardianRequest }) => {
  const { t } = useTranslation('agreements')
  const [isOpen, setOpen] = useState(false)
  const { name, email, askedAt, isExpired } = guardian
  return (
    <Card component="section" aria-labelledby="guardian-wait">
      <Stack gap="xs" align="flex-start">
        <Title order={2} id="guardian-wait">
          <Status kind={isExpired ? 'warning' : 'waiting'} size="md">
            {t('waitingGuardian', { name })}
          </Status>
        </Title>
        <Text>
          {isExpired
            ? t('expiredGuardianText', { email })
            : t('waitingGuardianText', { email, day: formatDay(askedAt) })}
        </Text>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('askAgain')}
        </Button>
      </Stack>
      {isOpen ? (
        <FormDialog
          title={t('askAgainTitle')}
          action={t('sendLink')}
          initial={{ name, email }}
          schema={agreementsApi.askGuardian.body}
          submit={async (typed) => {
            await askGuardian(typed)
            notify.done({ text: t('linkSent', { email: typed.email }) })
          }}
          onClose={() => setOpen(false)}
        >
          {({ field }) => (
            <>
              <Text size="sm">{t('askAgainText')}</Text>
              <TextInput {...field('name')} label={t('guardianName')} autoComplete="off" data-autofocus />
              <TextInput {...field('email')} label={t('guardianEmail')} type="email" autoComplete="off" />
            </>
          )}
        </FormDialog>
      ) : null}
    </Card>
  )
}

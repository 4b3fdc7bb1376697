import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasCode } from '#platform/api/api-error.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { endOtherSessions, sessionsQuery } from './api.ts'
import { SessionRow } from './session-row.tsx'
import classes from './profiles.module.css'

/** Every login of this member, with a way to end each. */
export const SessionsCard = () => {
  const { t } = useTranslation('profiles')
  return (
    <Page query={useQuery(sessionsQuery)} skeleton={<RowsSkeleton rows={2} />}>
      {(sessions) => (
        <Card component="section" aria-labelledby="sessions">
          <div className={classes.row}>
            <Stack gap={2}>
              <Title order={2} id="sessions">
                {t('sessionsHeading')}
              </Title>
              <Text size="sm" c="dimmed">
                {t('sessionsHint')}
              </Text>
            </Stack>
            {sessions.length > 2 ? <EndOthers /> : null}
          </div>
          <ul className={classes.sessions}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}

const EndOthers = () => {
  const { t } = useTranslation('profiles')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => endOtherSessions(),
    onSuccess: ({ ended }) => notify.done({ text: t('othersEnded', { count: ended }) }),
    onError: (error) => {
      if (!hasCode(error, 'notSignedIn')) notify.failed(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      {t('endOthers')}
    </Button>
  )
}

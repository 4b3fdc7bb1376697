import { Card, Stack, Title, Text, Button } from '@mantine/core'
import type { OwnSession } from '@spacekeeper/contract/profile/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { hasCode } from '#platform/api/api-error.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { sessionsQuery, endOtherSessions, endSession } from './api.ts'
import classes from './profile.module.css'

/** Every login of this member, with a way to end each. */
export const SessionsCard = () => {
  const { t } = useTranslation('profile')
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
  const { t } = useTranslation('profile')
  const { mutate, isPending } = useMutation({
    mutationFn: () => endOtherSessions(),
    onSuccess: ({ ended }) => notify.done({ text: t('othersEnded', { count: ended }) }),
    onError: (error) => {
      if (!hasCode(error, 'notSignedIn')) notify.failed(error)
    },
    onSettled: refreshOnRefusal('profile'),
  })
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {t('endOthers')}
    </Button>
  )
}

/** One login: what it is, when and from where it was used, and its end. */
export const SessionRow = ({ session }: { session: OwnSession }) => {
  const { t } = useTranslation('profile')
  const { browser, system } = session
  const device = browser && system ? t('sessionOn', { browser, system }) : (browser ?? system ?? t('sessionUnknown'))
  const name =
    session.app !== null
      ? t('sessionInApp', { device: session.app })
      : session.kiosk === null
        ? device
        : t('sessionAtKiosk', { kiosk: session.kiosk })
  const moment = formatMoment(session.lastUsedAt)
  return (
    <li className={classes.session}>
      <div className={classes.sessionText}>
        <div className={classes.sessionName}>{name}</div>
        <Text size="sm" c="dimmed">
          {t('sessionFacts', { moment, address: session.address })}
        </Text>
      </div>
      {session.isCurrent ? (
        <Status kind="fine">{t('sessionCurrent')}</Status>
      ) : (
        <EndOne id={session.id} name={name} moment={moment} />
      )}
    </li>
  )
}

const EndOne = ({ id, name, moment }: { id: number; name: string; moment: string }) => {
  const { t } = useTranslation('profile')
  const { mutate, isPending } = useMutation({
    mutationFn: () => endSession({ sessionId: id }),
    onSuccess: () => notify.done({ text: t('sessionEnded', { name }) }),
    onError: (error) => {
      if (hasCode(error, 'notFound')) notify.done({ text: t('sessionEndedAlready') })
      else if (!hasCode(error, 'notSignedIn')) notify.failed(error)
    },
    onSettled: refreshOnRefusal('profile'),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={isPending}
      aria-label={t('endThisSession', { name, moment })}
      onClick={() => mutate()}
    >
      {t('endSession')}
    </Button>
  )
}

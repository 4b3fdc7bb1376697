import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OwnSession } from '@spacekeeper/contract/profiles.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { endSession, sessionsQuery } from './api.ts'
import classes from './profiles.module.css'

/** One login: what it is, when and from where it was used, and its end. */
export const SessionRow = ({ session }: { session: OwnSession }) => {
  const { t } = useTranslation('profiles')
  const { browser, system } = session
  const device = browser && system ? t('sessionOn', { browser, system }) : (browser ?? system ?? t('sessionUnknown'))
  const name = session.kiosk === null ? device : t('sessionAtKiosk', { kiosk: session.kiosk })
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
  const { t } = useTranslation('profiles')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => endSession({ sessionId: id }),
    onSuccess: () => notify.done({ text: t('sessionEnded', { name }) }),
    onError: (error) => {
      if (hasCode(error, 'notFound')) notify.done({ text: t('sessionEndedAlready') })
      else if (!hasCode(error, 'notSignedIn')) notify.failed(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  return (
    <Button
      variant="default"
      loading={isPending}
      aria-label={t('endThisSession', { name, moment })}
      onClick={() => mutate()}
    >
      {t('endSession')}
    </Button>
  )
}

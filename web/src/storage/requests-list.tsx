import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { StorageRequest } from '@spacekeeper/contract/storage/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { removeRequest } from './api.ts'
import { RequestAssignDialog } from './assign-dialog.tsx'
import classes from './storage.module.css'

const RequestRow = ({ request }: { request: StorageRequest }) => {
  const { t } = useTranslation('storage')
  const [opened, setOpened] = useState<'assign' | 'remove' | null>(null)
  const { id: requestId, member, kind, note, askedAt } = request
  const { name } = member
  const takeOff = async () => {
    await removeRequest({ requestId })
    notify.done({ text: t('requestRemoved', { name }) })
  }
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <MemberLink id={member.id} isInText>
          {name}
        </MemberLink>
        <p className={classes.fact}>
          {t('waitingFor', { kind: t(kind === null ? 'askAny' : `kind_${kind}`), day: formatDay(askedAt) })}
        </p>
        {note === '' ? null : <p className={classes.fact}>{note}</p>}
      </div>
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={() => setOpened('assign')}>
          {t('requestAssign')}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => setOpened('remove')}>
          {t('requestRemove')}
        </Button>
      </Group>
      {opened === 'assign' ? <RequestAssignDialog request={request} onClose={() => setOpened(null)} /> : null}
      {opened === 'remove' ? (
        <ConfirmDialog
          title={t('requestRemoveTitle', { name })}
          text={t('requestRemoveText')}
          action={t('requestRemove')}
          run={takeOff}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </li>
  )
}

/** Who waits for a place, in turn. */
export const RequestsList = ({ requests }: { requests: readonly StorageRequest[] }) => {
  const { t } = useTranslation('storage')
  return (
    <Card component="section" aria-labelledby="storage-requests">
      <Stack gap="sm">
        <div>
          <Title order={2} id="storage-requests">
            {t('requestsTitle')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('requestsText')}
          </Text>
        </div>
        <ol className={classes.list}>
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ol>
      </Stack>
    </Card>
  )
}

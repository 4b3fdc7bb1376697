import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { AgendaItem, MeetingFile, StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { movedIds, OrderButtons } from '../plans/plans-list.tsx'
import { orderItems, removeItem, staffMeetingQuery } from './api.ts'
import { DocumentsCard } from './documents-card.tsx'
import { FileField } from './file-field.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { StaffDocumentsList } from './staff-documents-list.tsx'
import classes from './meetings.module.css'

type AgendaDialog = { kind: 'add' } | { kind: 'edit' | 'remove'; item: AgendaItem } | null

/** What a meeting is about, item by item, with the documents. */
export const AgendaSheet = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('meetings')
  const query = useQuery(staffMeetingQuery(meetingId))
  const [dialog, setDialog] = useState<AgendaDialog>(null)
  const close = () => setDialog(null)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
      {t('addItem')}
    </Button>
  )
  return (
    <Page query={query}>
      {(meeting) => (
        <Stack gap="md">
          {meeting.items.length === 0 ? (
            <Empty
              title={t('agendaEmptyTitle')}
              text={t('agendaEmptyText')}
              action={meeting.phase === 'cancelled' ? undefined : add}
            />
          ) : (
            <Agenda meeting={meeting} add={add} onOpen={setDialog} />
          )}
          <DocumentsCard meeting={meeting} />
          {dialog?.kind === 'add' ? <ItemDialog meetingId={meetingId} onClose={close} /> : null}
          {dialog?.kind === 'edit' ? <ItemDialog meetingId={meetingId} item={dialog.item} onClose={close} /> : null}
          {dialog?.kind === 'remove' ? <RemoveItem meetingId={meetingId} item={dialog.item} onClose={close} /> : null}
        </Stack>
      )}
    </Page>
  )
}

type AgendaProps = { meeting: StaffMeeting; add: React.ReactNode; onOpen: (dialog: AgendaDialog) => void }

const Agenda = ({ meeting, add, onOpen }: AgendaProps) => {
  const { t } = useTranslation('meetings')
  const { id: meetingId, items, files } = meeting
  const move = useMutation({
    mutationFn: (itemIds: number[]) => orderItems({ meetingId, itemIds }),
    onError: notify.failed,
  })
  const isFixed = meeting.phase === 'cancelled'
  return (
    <Card component="section" aria-labelledby="agenda">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2} id="agenda">
            {t('agenda')}
          </Title>
          {isFixed ? null : add}
        </Group>
        {meeting.invitedAt !== null && meeting.phase === 'planned' ? (
          <Status kind="info">{t('agendaSent')}</Status>
        ) : null}
        <ol className={classes.list}>
          {items.map((item, at) => (
            <Item
              key={item.id}
              meeting={meeting}
              item={item}
              at={at}
              files={files.filter(({ itemId }) => itemId === item.id)}
              onOpen={onOpen}
              onMove={(by) => move.mutate(movedIds(items, at, by))}
            />
          ))}
        </ol>
      </Stack>
    </Card>
  )
}

type AgendaItemProps = {
  meeting: StaffMeeting
  item: AgendaItem
  at: number
  files: readonly MeetingFile[]
  onOpen: AgendaProps['onOpen']
  onMove: (by: -1 | 1) => void
}

const Item = ({ meeting, item, at, files, onOpen, onMove }: AgendaItemProps) => {
  const { t } = useTranslation('meetings')
  const isFixed = meeting.phase === 'cancelled'
  const { title, details } = item
  return (
    <li className={classes.row}>
      <span className={classes.number}>{at + 1}.</span>
      <div className={classes.words}>
        <Text component="span" fw={600}>
          {title}
        </Text>
        {details === '' ? null : (
          <Text component="span" size="sm" className={classes.text ?? ''}>
            {details}
          </Text>
        )}
        {files.length > 0 ? <StaffDocumentsList meetingId={meeting.id} files={files} /> : null}
      </div>
      {isFixed ? null : (
        <Group gap={4}>
          <OrderButtons name={title} isFirst={at === 0} isLast={at === meeting.items.length - 1} onMove={onMove} />
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('editItemOf', { title })}
            onClick={() => onOpen({ kind: 'edit', item })}
          >
            {t('edit')}
          </Button>
          <FileField meetingId={meeting.id} itemId={item.id} label={t('addFileTo', { title })} isSmall />
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('removeItemOf', { title })}
            onClick={() => onOpen({ kind: 'remove', item })}
          >
            {t('removeShort')}
          </Button>
        </Group>
      )}
    </li>
  )
}

const RemoveItem = ({ meetingId, item, onClose }: { meetingId: number; item: AgendaItem; onClose: () => void }) => {
  const { t } = useTranslation('meetings')
  return (
    <ConfirmDialog
      title={t('removeItemTitle', { title: item.title })}
      text={t('removeItemText')}
      action={t('removeItem')}
      isDangerous
      run={async () => {
        await removeItem({ meetingId, itemId: item.id })
        notify.done({ text: t('itemRemoved') })
      }}
      onClose={onClose}
    />
  )
}

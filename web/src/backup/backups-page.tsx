import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { BackupState } from '@spacekeeper/contract/backup/routes.ts'
import { IconDatabaseExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatSize } from '#platform/i18n/format-size.ts'
import { formatRelative } from '#platform/i18n/format.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { backups, backupsQuery } from './api.ts'
import { ArchiveRow } from './archive-row.tsx'
import { KeyCard } from './key-card.tsx'
import { PlacesCard } from './places-card.tsx'
import rows from '#platform/ui/list-rows.module.css'

const BackUpNow = ({ isRunning }: { isRunning: boolean }) => {
  const { t } = useTranslation('backup')
  const start = useMutation({
    mutationFn: () => backups.start(),
    onSuccess: () => notify.done({ text: t('started') }),
    onError: (error) => notify.failed(error),
  })
  return (
    <Button loading={start.isPending} disabled={isRunning} onClick={() => start.mutate()}>
      {t('backUpNow')}
    </Button>
  )
}

const Running = ({ running }: { running: NonNullable<BackupState['running']> }) => {
  const { t } = useTranslation('backup')
  return <Status kind="waiting">{t(`running_${running.step}`, { size: formatSize(running.bytes) })}</Status>
}

const nightlyWords = {
  nightly: 'nightlyOn',
  weekly: 'nightlyOn_weekly',
  impossible: 'nightlyOn_impossible',
} as const

const StateCard = ({ state }: { state: BackupState }) => {
  const { t } = useTranslation('backup')
  const { made, running, isNightly, freeBytes, proofs } = state
  // A night that has not been yet is no success.
  const nightly = made?.fault === null ? 'fine' : 'waiting'
  return (
    <Card component="section" aria-labelledby="backup-state">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} id="backup-state">
            {t('nowHeading')}
          </Title>
          <BackUpNow isRunning={running !== null} />
        </Group>
        <div role="status">
          {running ? <Running running={running} /> : null}
          {made?.fault && !running ? (
            <Status kind="refused">{t('failed', { when: formatRelative(made.at), fault: made.fault })}</Status>
          ) : null}
        </div>
        <Status kind={isNightly ? nightly : 'warning'}>{t(isNightly ? nightlyWords[proofs] : 'nightlyOff')}</Status>
        {freeBytes === null ? null : (
          <Text size="sm" c="dimmed">
            {t('free', { size: formatSize(freeBytes) })}
          </Text>
        )}
      </Stack>
    </Card>
  )
}

const ArchivesCard = ({ state: { archives, isNightly } }: { state: BackupState }) => {
  const { t } = useTranslation('backup')
  return (
    <Card component="section" aria-labelledby="backup-archives">
      <Title order={2} id="backup-archives" mb="sm">
        {t('archivesHeading')}
      </Title>
      {archives.length === 0 ? (
        <Text size="sm">{t(isNightly ? 'emptyText' : 'emptyOffText')}</Text>
      ) : (
        <ul className={rows.list} aria-label={t('archivesHeading')}>
          {archives.map((archive) => (
            <ArchiveRow key={archive.name} of={archive} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Shows the backups, where they are, and whether they could be restored. */
const BackupsPage = () => {
  const { t } = useTranslation('backup')
  return (
    <Page query={useQuery(backupsQuery)}>
      {(state) => (
        <Stack gap="md" maw={760}>
          <Text size="sm" c="dimmed">
            {t('intro')}
          </Text>
          <StateCard state={state} />
          <ArchivesCard state={state} />
          <KeyCard backupKey={state.key} />
          <PlacesCard state={state} />
        </Stack>
      )}
    </Page>
  )
}

export const Route = createFileRoute('/manage/backups')({
  component: BackupsPage,
  // Only administrators open the page, so its words come with it.
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(backupsQuery)
    const { backupText } = await import('./text.ts')
    addTexts({ backup: backupText })
  },
  staticData: {
    title: 'backup:titleBackups',
    loggedIn: true,
    staff: 'admin',
    menu: { group: 'admin', icon: IconDatabaseExport, order: 99 },
  },
})

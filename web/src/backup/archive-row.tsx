import { Button, Group, Text } from '@mantine/core'
import type { BackupArchive } from '@spacekeeper/contract/backup/routes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatSize } from '#platform/i18n/format-size.ts'
import { formatMoment, formatRelative } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton, keepFile } from '#platform/ui/download-button.tsx'
import { Moment } from '#platform/ui/moment.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { backups } from './api.ts'
import rows from '#platform/ui/list-rows.module.css'

const Proof = ({ of: { proven, fault } }: { of: BackupArchive }) => {
  const { t } = useTranslation('backup')
  if (fault !== null) return <Status kind="refused">{fault}</Status>
  if (proven === null) return <Status kind="none">{t('notProven')}</Status>
  const when = formatRelative(proven.at)
  return proven.fault === null ? (
    <Status kind="fine">{t('proven', { when })}</Status>
  ) : (
    <Status kind="refused">{t('proofFailed', { when, fault: proven.fault })}</Status>
  )
}

/** A backup that is kept here, and what is done with it. */
export const ArchiveRow = ({ of: archive }: { of: BackupArchive }) => {
  const { t } = useTranslation('backup')
  const [question, setQuestion] = useState<'remove' | 'clear' | null>(null)
  const { name, madeAt, bytes, version, keyId } = archive
  const when = formatMoment(madeAt)
  const kind = keyId === null ? t('clear') : t('encrypted', { id: keyId })
  const load = () => backups.download({ name })
  const close = () => setQuestion(null)
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <Moment at={madeAt} />
        {version === null ? null : (
          <Text size="sm" c="dimmed">
            {t('facts', { size: formatSize(bytes), version, kind })}
          </Text>
        )}
        <Proof of={archive} />
      </span>
      <Group gap="xs">
        {keyId === null ? (
          <Button variant="default" aria-label={t('downloadOf', { when })} onClick={() => setQuestion('clear')}>
            {t('download')}
          </Button>
        ) : (
          <DownloadButton label={t('download')} name={t('downloadOf', { when })} load={load} />
        )}
        <Button variant="default" aria-label={t('removeOf', { when })} onClick={() => setQuestion('remove')}>
          {t('remove')}
        </Button>
      </Group>
      {question === 'clear' ? (
        <ConfirmDialog
          title={t('clearTitle')}
          text={t('clearText')}
          action={t('download')}
          run={async () => keepFile(await load())}
          onClose={close}
        />
      ) : null}
      {question === 'remove' ? (
        <ConfirmDialog
          title={t('removeTitle', { when })}
          text={t('removeText')}
          action={t('remove')}
          isDangerous
          run={async () => {
            await backups.remove({ name })
            notify.done({ text: t('removed') })
          }}
          onClose={close}
        />
      ) : null}
    </li>
  )
}

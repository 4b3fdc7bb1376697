import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { BackupState, CopyPlace } from '@spacekeeper/contract/backup/routes.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatRelative } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { backups, trustHostKey } from './api.ts'
import rows from '#platform/ui/list-rows.module.css'

type SetCopyPlace = BackupState['places'][number]

/** Where the settings of each place begin. */
const settingOf = { folder: 'BACKUP_FOLDER', s3: 'BACKUP_S3_ENDPOINT', sftp: 'BACKUP_SFTP_HOST' } as const

const SettingsLink = ({ place, label }: { place: CopyPlace; label: string }) => (
  <Anchor
    size="sm"
    underline="always"
    renderRoot={(props) => <Link to="/manage/settings" hash={settingOf[place]} {...props} />}
  >
    {label}
  </Anchor>
)

/** Asks a person to compare the key of a server before it is trusted. */
const TrustDialog = ({
  hostKey,
  problem,
  onClose,
}: {
  hostKey: string
  problem: string | null
  onClose: () => void
}) => {
  const { t } = useTranslation('backup')
  return (
    <ConfirmDialog
      title={t('trustTitle')}
      text={problem ?? ''}
      action={t('trust')}
      run={async () => {
        await trustHostKey(hostKey)
        notify.done({ text: t('trusted') })
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('trustHow')}</Text>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {hostKey}
      </Text>
    </ConfirmDialog>
  )
}

/** Asks whether this portal replaces the one whose copies are at a place. */
const TakeDialog = ({ place, problem, onClose }: { place: CopyPlace; problem: string; onClose: () => void }) => {
  const { t } = useTranslation('backup')
  return (
    <ConfirmDialog
      title={t('takeTitle')}
      text={problem}
      action={t('take')}
      run={async () => {
        await backups.takePlace({ place })
        notify.done({ text: t('taken') })
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('takeText')}</Text>
    </ConfirmDialog>
  )
}

const PlaceRow = ({ of: { place, where, copied } }: { of: SetCopyPlace }) => {
  const { t } = useTranslation('backup')
  const [shown, setShown] = useState<{ hostKey: string; problem: string | null } | null>(null)
  const [takenBy, setTakenBy] = useState<string | null>(null)
  const test = useMutation({
    mutationFn: () => backups.testPlace({ place }),
    onSuccess: ({ problem, hostKey, isTaken }) => {
      if (hostKey !== null) return setShown({ hostKey, problem })
      if (isTaken) return setTakenBy(problem)
      return problem === null ? notify.done({ text: t('testGood') }) : notify.failed(problem)
    },
    onError: (error) => notify.failed(error),
  })
  const name = t(`place_${place}`)
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('placeIs', { name, where })}
        </Text>
        {copied === null ? (
          <Status kind="none">{t('notCopied')}</Status>
        ) : (
          <Status kind={copied.fault === null ? 'fine' : 'refused'}>
            {copied.fault === null
              ? t('copiedAt', { when: formatRelative(copied.at) })
              : t('copyFailed', { when: formatRelative(copied.at), fault: copied.fault })}
          </Status>
        )}
      </span>
      <Group gap="sm">
        <Button
          variant="default"
          aria-label={t('testOf', { name })}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('test')}
        </Button>
        <SettingsLink place={place} label={t('placeSettings')} />
      </Group>
      {shown === null ? null : <TrustDialog {...shown} onClose={() => setShown(null)} />}
      {takenBy === null ? null : <TakeDialog place={place} problem={takenBy} onClose={() => setTakenBy(null)} />}
    </li>
  )
}

/** Where copies go beside this machine. */
export const PlacesCard = ({ state: { places, key, allowsClear } }: { state: BackupState }) => {
  const { t } = useTranslation('backup')
  const isWaiting = places.length > 0 && !key?.typedAt && !allowsClear
  const unset = (['folder', 's3', 'sftp'] as const).filter((one) => !places.some(({ place }) => place === one))
  return (
    <Card component="section" aria-labelledby="backup-places">
      <Stack gap="sm">
        <Title order={2} id="backup-places">
          {t('placesHeading')}
        </Title>
        <Text size="sm">
          {t(places.length === 0 ? 'placesNone' : 'placesText')} {isWaiting ? t('placesNeedKey') : null}
        </Text>
        {places.length === 0 ? null : (
          <ul className={rows.list} aria-label={t('placesHeading')}>
            {places.map((one) => (
              <PlaceRow key={one.place} of={one} />
            ))}
          </ul>
        )}
        {unset.length === 0 ? null : (
          <Group gap="sm">
            <Text size="sm" c="dimmed">
              {t('placesUnset')}
            </Text>
            {unset.map((place) => (
              <SettingsLink key={place} place={place} label={t(`place_${place}`)} />
            ))}
          </Group>
        )}
      </Stack>
    </Card>
  )
}

import { ActionIcon, Menu } from '@mantine/core'
import type { StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { keepFile } from '#platform/ui/download-button.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { downloadLabel, release, remove } from './api.ts'
import { AssignPlaceDialog } from './assign-dialog.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { MoveHolderDialog } from './move-dialog.tsx'
import { PlaceDialog } from './place-dialog.tsx'

type PlaceAction = 'assign' | 'extend' | 'move' | 'release' | 'edit' | 'remove'

type Props = { place: StoragePlace; onRemoved?: () => void }

const getLabel = async (placeId: number) => {
  try {
    keepFile(await downloadLabel(placeId))
  } catch (error) {
    notify.failed(errorText(error))
  }
}

/** What staff do with a place, which depends on whether it is held. */
export const PlaceActions = ({ place, onRemoved }: Props) => {
  const { t } = useTranslation('storage')
  const [opened, setOpened] = useState<PlaceAction | null>(null)
  const { id, code, state, holder } = place
  const item = (what: PlaceAction) => (
    <Menu.Item key={what} onClick={() => setOpened(what)} {...(what === 'remove' && { c: 'var(--red-ink)' })}>
      {t(what)}
    </Menu.Item>
  )
  const held = holder ? (['extend', 'move', 'release'] as const).map(item) : null
  return (
    <>
      <Menu position="bottom-end" width={220} shadow="md" radius="lg" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { code })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {state === 'free' ? item('assign') : null}
          {held}
          <Menu.Item onClick={() => void getLabel(id)}>{t('label')}</Menu.Item>
          {item('edit')}
          {holder ? null : item('remove')}
        </Menu.Dropdown>
      </Menu>
      <OpenedDialog place={place} opened={opened} onClose={() => setOpened(null)} onRemoved={onRemoved} />
    </>
  )
}

type OpenedProps = {
  place: StoragePlace
  opened: PlaceAction | null
  onClose: () => void
  onRemoved: Props['onRemoved']
}

const OpenedDialog = ({ place, opened, onClose, onRemoved }: OpenedProps) => {
  if (opened === 'assign') return <AssignPlaceDialog place={place} onClose={onClose} />
  if (opened === 'extend') return <ExtendDialog place={place} onClose={onClose} />
  if (opened === 'move') return <MoveHolderDialog place={place} onClose={onClose} />
  if (opened === 'edit') return <PlaceDialog place={place} onClose={onClose} />
  if (opened === 'release') return <ReleaseDialog place={place} onClose={onClose} />
  return opened === 'remove' ? <RemoveDialog place={place} onClose={onClose} onRemoved={onRemoved} /> : null
}

const ReleaseDialog = ({ place, onClose }: { place: StoragePlace; onClose: () => void }) => {
  const { t } = useTranslation('storage')
  const { id: placeId, code, holder } = place
  const run = async () => {
    await release({ placeId })
    notify.done({ text: t('released', { code }) })
  }
  return (
    <ConfirmDialog
      title={t('releaseTitle', { code })}
      text={t('releaseText', { name: holder?.name ?? '' })}
      action={t('releaseAction')}
      run={run}
      onClose={onClose}
    />
  )
}

const RemoveDialog = ({ place, onClose, onRemoved }: Omit<OpenedProps, 'opened'>) => {
  const { t } = useTranslation('storage')
  const { id: placeId, code } = place
  const run = async () => {
    await remove({ placeId })
    onRemoved?.()
    notify.done({ text: t('removed', { code }) })
  }
  return (
    <ConfirmDialog
      title={t('removeTitle', { code })}
      text={t('removeText')}
      action={t('removeAction')}
      isDangerous
      run={run}
      onClose={onClose}
    />
  )
}

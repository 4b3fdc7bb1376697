import { ActionIcon, Group, Menu, Switch, Text } from '@mantine/core'
import type { Kiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useChosen } from '#platform/form/use-chosen.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useChangeKiosk, useRemoveKiosk } from './api.ts'
import { KioskNameDialog } from './kiosk-name-dialog.tsx'
import classes from './kiosks.module.css'

type OpenDialog = 'rename' | 'trust' | 'revoke' | 'remove' | null

/** A kiosk with what can be done to it. */
export const KioskRow = ({ kiosk, isAdmin }: { kiosk: Kiosk; isAdmin: boolean }) => {
  const { t } = useTranslation('kiosks')
  const [open, setOpen] = useState<OpenDialog>(null)
  const change = useChangeKiosk()
  const { id, name } = kiosk
  const isDisplay = kiosk.kind === 'display'
  const distrust = () =>
    change.mutate(
      { kioskId: id, isCardEnough: false },
      { onSuccess: () => notify.done({ text: t('cardsDistrusted', { name }) }), onError: notify.failed },
    )
  const theme = useChosen(kiosk.playTheme, (playTheme) =>
    change.mutateAsync({ kioskId: id, playTheme }, { onError: notify.failed }),
  )
  const close = () => setOpen(null)
  return (
    <li className={classes.row}>
      <KioskFacts kiosk={kiosk} />
      <Group gap="md" wrap="nowrap">
        {isDisplay ? null : (
          <Switch
            label={t('playTheme')}
            aria-label={t('playThemeOf', { name })}
            checked={theme.shown}
            onChange={(event) => theme.choose(event.currentTarget.checked)}
          />
        )}
        <Menu position="bottom-end" width={200} shadow="md" radius="lg" withinPortal={false}>
          <Menu.Target>
            <ActionIcon size={44} aria-label={t('actionsOf', { name })}>
              <IconDots size={20} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setOpen('rename')}>{t('rename')}</Menu.Item>
            {kiosk.isCardEnough ? <Menu.Item onClick={distrust}>{t('distrustCards')}</Menu.Item> : null}
            {!kiosk.isCardEnough && isAdmin && !isDisplay ? (
              <Menu.Item onClick={() => setOpen('trust')}>{t('trustCards')}</Menu.Item>
            ) : null}
            <Menu.Item onClick={() => setOpen('revoke')}>{t('revoke')}</Menu.Item>
            <Menu.Item c="var(--red-ink)" onClick={() => setOpen('remove')}>
              {t('remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {open === 'rename' ? (
        <KioskNameDialog
          title={t('rename')}
          action={t('save')}
          initial={name}
          save={async (next) => {
            await change.mutateAsync({ kioskId: id, name: next })
            notify.done({ text: t('renamed', { name: next }) })
          }}
          onClose={close}
        />
      ) : null}
      {open === 'trust' ? <TrustDialog kiosk={kiosk} onClose={close} /> : null}
      {open === 'revoke' || open === 'remove' ? <EndDialog kiosk={kiosk} how={open} onClose={close} /> : null}
    </li>
  )
}

const KioskFacts = ({ kiosk }: { kiosk: Kiosk }) => {
  const { t } = useTranslation('kiosks')
  const { name } = kiosk
  return (
    <div className={classes.facts}>
      <span className={classes.name}>{name}</span>
      <Group gap="md">
        {kiosk.isOnline ? (
          <Status kind="fine">{t('online')}</Status>
        ) : (
          <Status kind="offline">{t('offlineSince', { moment: formatMoment(kiosk.lastSeen) })}</Status>
        )}
        <Text size="sm" c="dimmed">
          {t('from', { address: kiosk.kioskIp })}
        </Text>
      </Group>
      {kiosk.authorisedBy === null ? null : (
        <Text size="sm" c="dimmed">
          {t('authorisedBy', { name: kiosk.authorisedBy })}
        </Text>
      )}
      {kiosk.kind === 'display' ? <Status kind="info">{t('isDisplay')}</Status> : null}
      {kiosk.kind === 'display' || kiosk.isCardEnough ? null : <Status kind="info">{t('asksEveryone')}</Status>}
      {kiosk.hasNamesake ? <Status kind="warning">{t('namesake')}</Status> : null}
    </div>
  )
}

/** Asks an administrator to vouch for the screen and its reader. */
const TrustDialog = ({ kiosk: { id, name }, onClose }: { kiosk: Kiosk; onClose: () => void }) => {
  const { t } = useTranslation('kiosks')
  const change = useChangeKiosk()
  return (
    <ConfirmDialog
      title={t('trustCards')}
      text={t('trustCardsText', { name })}
      action={t('trustCards')}
      size={480}
      run={async () => {
        await change.mutateAsync({ kioskId: id, isCardEnough: true })
        notify.done({ text: t('cardsTrusted', { name }) })
      }}
      onClose={onClose}
    />
  )
}

const endWords = {
  kiosk: { revoke: 'revokeText', remove: 'removeText' },
  display: { revoke: 'revokeDisplayText', remove: 'removeDisplayText' },
} as const // keys of words

const EndDialog = ({ kiosk, how, onClose }: { kiosk: Kiosk; how: 'revoke' | 'remove'; onClose: () => void }) => {
  const { t } = useTranslation('kiosks')
  const change = useChangeKiosk()
  const remove = useRemoveKiosk()
  const { id, name } = kiosk
  return (
    <ConfirmDialog
      title={t(how)}
      text={t(endWords[kiosk.kind][how], { name })}
      action={t(how)}
      isDangerous
      size={480}
      run={async () => {
        if (how === 'revoke') await change.mutateAsync({ kioskId: id, authorised: false })
        else await remove.mutateAsync(kiosk)
        const revoked = kiosk.kind === 'display' ? 'revokedDisplay' : 'revoked'
        notify.done({ text: t(how === 'revoke' ? revoked : 'removed', { name }) })
      }}
      onClose={onClose}
    />
  )
}

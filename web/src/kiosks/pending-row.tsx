import { Button, Group, Text } from '@mantine/core'
import type { Kiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { useState } from 'react'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useChangeKiosk, useRemoveKiosk } from './api.ts'
import { KioskNameDialog } from './kiosk-name-dialog.tsx'
import { spellCode } from './pending-sheet.tsx'
import classes from './kiosks.module.css'

/** A screen that waits: its code first, since staff compare it. */
export const PendingRow = ({ kiosk, isAdmin }: { kiosk: Kiosk; isAdmin: boolean }) => {
  const { t } = useTranslation('kiosks')
  const [isOpen, setOpen] = useState(false)
  const change = useChangeKiosk()
  const remove = useRemoveKiosk()
  const code = spellCode(kiosk.pairingCode ?? '')
  const isDisplay = kiosk.kind === 'display'
  const text = t(isDisplay ? 'authoriseDisplayText' : 'authoriseText', { code })
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <span className={classes.rowCode}>{t('code', { code })}</span>
        <span className={classes.name}>{kiosk.name}</span>
        {isDisplay ? <Status kind="info">{t('isDisplay')}</Status> : null}
        <Text size="sm" c="dimmed">
          {t('asked', { moment: formatMoment(kiosk.registeredAt), address: kiosk.kioskIp })}
        </Text>
        {kiosk.isOnline ? null : (
          <Status kind="offline">{t('offlineSince', { moment: formatMoment(kiosk.lastSeen) })}</Status>
        )}
        {kiosk.hasNamesake ? <Status kind="warning">{t('namesake')}</Status> : null}
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(kiosk, {
              onSuccess: () => notify.done({ text: t('removed', { name: kiosk.name }) }),
              onError: notify.failed,
            })
          }
        >
          {t('remove')}
        </Button>
        <Button onClick={() => setOpen(true)}>{t('authorise')}</Button>
      </Group>
      {isOpen ? (
        <KioskNameDialog
          title={t('authoriseOne', { name: kiosk.name })}
          text={isAdmin || isDisplay ? text : `${text} ${t('authoriseAsks')}`}
          action={t('authorise')}
          initial={kiosk.name}
          save={async (name) => {
            await change.mutateAsync({ kioskId: kiosk.id, name, authorised: true })
            notify.done({ text: t(isDisplay ? 'authorisedDisplay' : 'authorised', { name }) })
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </li>
  )
}

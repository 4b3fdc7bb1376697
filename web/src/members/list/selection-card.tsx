import { Button, ActionIcon, Stack } from '@mantine/core'
import { IconX, IconMessage, IconKey, IconMail, IconUserEdit } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReceivedFile } from '#platform/api/call.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { Trans } from '#platform/i18n/trans.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { SheetDialog } from '#platform/ui/sheet-dialog.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import type { Selecting } from './selection.ts'
import classes from './selection-card.module.css'

export type BulkChoice = 'message' | 'emails' | 'access' | 'membership'

type Props = {
  selecting: Selecting
  total: number
  /** What this administrator may do. */
  may: { message: boolean; exportThem: boolean; access: boolean }
  position: string
  onAction: (action: BulkChoice) => void
  onExport: () => Promise<ReceivedFile>
}

/** What can be done with those who are ticked: a bar at the foot, above the phone's own. */
export const SelectionCard = (props: Props) => {
  const { selecting, total, position } = props
  const { t } = useTranslation('members')
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const canTakeAll = !selecting.isAll && total > selecting.count
  return (
    <section aria-label={t('selection')} className={classes.bar}>
      <span role="status" className={classes.count}>
        <Trans
          ns="members"
          i18nKey="selected"
          count={selecting.count}
          values={{ formatted: formatNumber(selecting.count) }}
          components={{ b: <b /> }}
        />
      </span>
      {canTakeAll ? (
        <button type="button" className={classes.all} onClick={selecting.selectAll}>
          {t('selectAll', { formatted: formatNumber(total) })}
        </button>
      ) : null}
      {isPhone ? (
        <Button size="xs" className={classes.action ?? ''} variant="transparent" onClick={() => setOpen(true)}>
          {t('actions')}
        </Button>
      ) : (
        <Actions {...props} className={classes.action ?? ''} variant="transparent" />
      )}
      <span className={classes.position}>{isPhone ? null : position}</span>
      <ActionIcon
        variant="transparent"
        className={classes.action ?? ''}
        size={44}
        aria-label={t('clearSelection')}
        onClick={selecting.clear}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
      {isPhone && isOpen ? (
        <SheetDialog onClose={() => setOpen(false)} title={t('actions')}>
          <Stack gap="xs">
            <Actions {...props} variant="default" isLong onDone={() => setOpen(false)} />
          </Stack>
        </SheetDialog>
      ) : null}
    </section>
  )
}

type ActionsProps = Props & { variant: string; className?: string; isLong?: boolean; onDone?: () => void }

const Actions = ({ may, onAction, onExport, variant, className = '', isLong = false, onDone }: ActionsProps) => {
  const { t } = useTranslation('members')
  const look = { variant, className, size: isLong ? 'sm' : 'xs' }
  const start = (action: BulkChoice) => () => {
    onDone?.()
    onAction(action)
  }
  return (
    <>
      {may.message ? (
        <Button {...look} leftSection={<IconMessage size={16} aria-hidden />} onClick={start('message')}>
          {t('message')}
        </Button>
      ) : null}
      {may.message ? (
        <Button {...look} leftSection={<IconUserEdit size={16} aria-hidden />} onClick={start('membership')}>
          {t('changeMany')}
        </Button>
      ) : null}
      {may.access ? (
        <Button {...look} leftSection={<IconKey size={16} aria-hidden />} onClick={start('access')}>
          {t(isLong ? 'accessLong' : 'access')}
        </Button>
      ) : null}
      {may.exportThem ? (
        <>
          <Button {...look} leftSection={<IconMail size={16} aria-hidden />} onClick={start('emails')}>
            {t('emails')}
          </Button>
          <DownloadButton {...look} label={t(isLong ? 'exportTableLong' : 'exportTable')} load={onExport} />
        </>
      ) : null}
    </>
  )
}

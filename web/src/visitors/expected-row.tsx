import { Button, Group, Stack, Text } from '@mantine/core'
import type { OwnVisitor } from '@spacekeeper/contract/visitors/shapes.ts'
import { newVisitorPath } from '@spacekeeper/contract/visitors/words.ts'
import { useState } from 'react'
import { portalOrigin } from '#platform/api/transport.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { cancel } from './api.ts'
import rows from '#platform/ui/list-rows.module.css'

/** A visitor the member expects, with their invitation. */
export const ExpectedRow = ({ of: { id, code, name, note, expectedOn } }: { of: OwnVisitor }) => {
  const { t } = useTranslation('visitors')
  const [open, setOpen] = useState<'invitation' | 'cancel' | null>(null)
  const close = () => setOpen(null)
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <span>{name}</span>
        <Text component="span" size="sm" c="dimmed">
          {[formatCalendarDay(expectedOn ?? ''), note].filter((part) => part !== '').join(' · ')}
        </Text>
      </span>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={t('copyInvitationOf', { name })}
          onClick={() => setOpen('invitation')}
        >
          {t('copyInvitation')}
        </Button>
        <Button size="xs" variant="default" aria-label={t('cancelOf', { name })} onClick={() => setOpen('cancel')}>
          {t('cancel')}
        </Button>
      </Group>
      {open === 'invitation' ? (
        <BasicDialog title={t('invitationTitle', { name })} onClose={close}>
          <Stack gap="md">
            <Text size="sm">{t('invitationText')}</Text>
            <CopyField text={`${portalOrigin()}${newVisitorPath}?invitation=${code}`} label={t('copyInvitation')} />
          </Stack>
        </BasicDialog>
      ) : null}
      {open === 'cancel' ? (
        <ConfirmDialog
          title={t('cancelTitle', { name })}
          text={t('cancelText')}
          action={t('cancel')}
          isDangerous
          run={() => cancel({ visitorId: id })}
          onClose={close}
        />
      ) : null}
    </li>
  )
}

import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { type BackupKey, backupApi } from '@spacekeeper/contract/backup/routes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { formatRelative } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { backups } from './api.ts'

const dayMs = 24 * 60 * 60 * 1000
const yearMs = 365 * dayMs

const KeyState = ({ backupKey }: { backupKey: BackupKey | null }) => {
  const { t } = useTranslation('backup')
  const now = useNow(dayMs)
  if (backupKey === null) return <Status kind="warning">{t('keyNone')}</Status>
  const { id, typedAt } = backupKey
  if (typedAt === null) return <Status kind="warning">{t('keyWaiting', { id })}</Status>
  const facts = { id, when: formatRelative(typedAt) }
  return now - Date.parse(typedAt) > yearMs ? (
    <Status kind="warning">{t('keyOld', facts)}</Status>
  ) : (
    <Status kind="fine">{t('keyGood', facts)}</Status>
  )
}

const TypeForm = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation('backup')
  return (
    <DialogForm
      action={t('confirm')}
      initial={{ code: '' }}
      schema={backupApi.typeKey.body}
      submit={({ code }) => backups.typeKey({ code })}
      onDone={() => {
        notify.done({ text: t('typed') })
        onClose()
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <TextInput
          {...field('code')}
          label={t('code', { id })}
          description={t('typeText')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
    </DialogForm>
  )
}

/** `code`: shown first, of a key that was just made. */
type ShownKey = { id: string; code: string | null }

/** Shows the code of a new key, and then asks for it. */
const KeyDialog = ({ of: { id, code }, onClose }: { of: ShownKey; onClose: () => void }) => {
  const { t } = useTranslation('backup')
  const [isWritten, setWritten] = useState(code === null)
  return (
    // A code that is shown once is not lost by a click beside it.
    <BasicDialog title={t(isWritten ? 'typeTitle' : 'codeTitle')} closeOnClickOutside={false} onClose={onClose}>
      {isWritten || code === null ? (
        <TypeForm id={id} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <FormError tone="green">{t('codeOnce', { id })}</FormError>
          <CopyField text={code} label={t('codeCopy')} />
          <Button onClick={() => setWritten(true)}>{t('codeWritten')}</Button>
        </Stack>
      )}
    </BasicDialog>
  )
}

/** The key of backups: made, written down, and typed in again. */
export const KeyCard = ({ backupKey }: { backupKey: BackupKey | null }) => {
  const { t } = useTranslation('backup')
  const [isCreating, setCreating] = useState(false)
  const [shown, setShown] = useState<ShownKey | null>(null)
  return (
    <Card component="section" aria-labelledby="backup-key">
      <Stack gap="sm">
        <Title order={2} id="backup-key">
          {t('keyHeading')}
        </Title>
        <KeyState backupKey={backupKey} />
        <Group gap="sm">
          {backupKey === null ? null : (
            <Button variant="default" onClick={() => setShown({ id: backupKey.id, code: null })}>
              {t('typeKey')}
            </Button>
          )}
          <Button variant="default" onClick={() => setCreating(true)}>
            {t(backupKey === null ? 'createKey' : 'createNewKey')}
          </Button>
        </Group>
      </Stack>
      {isCreating ? (
        <ConfirmDialog
          title={t('createTitle')}
          text={t('createText')}
          action={t(backupKey === null ? 'createKey' : 'createNewKey')}
          run={async () => setShown(await backups.createKey())}
          onClose={() => setCreating(false)}
        >
          {backupKey === null ? null : <Text size="sm">{t('createAgainText')}</Text>}
        </ConfirmDialog>
      ) : null}
      {shown === null ? null : <KeyDialog of={shown} onClose={() => setShown(null)} />}
    </Card>
  )
}

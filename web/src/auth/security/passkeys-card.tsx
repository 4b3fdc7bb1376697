import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { PasskeyName, type OwnPasskey, type StrongLogin } from '@spacekeeper/contract/auth/strong-shapes.ts'
import { useState } from 'react'
import { z } from 'zod'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatDay, formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './api.ts'
import { usePasskeyProblem } from './passkey-problem.ts'
import { canUsePasskeys, makePasskey } from './webauthn.ts'
import classes from './security.module.css'

const PasskeyForm = z.object({ name: PasskeyName })

type Props = { login: StrongLogin; onNewCodes: (codes: readonly string[]) => void }

/** The passkeys of a member, each with its name and last use. */
export const PasskeysCard = ({ login, onNewCodes }: Props) => {
  const { t } = useTranslation('auth')
  const [isAdding, setAdding] = useState(false)
  const { passkeys, passkeyHost: host } = login
  const isHere = canUsePasskeys()
  return (
    <Card component="section" aria-labelledby="passkeys">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 240px">
          <Title order={2} id="passkeys">
            {t('passkeysHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {isHere ? t('passkeysHint') : t('passkeysElsewhere', { host })}
          </Text>
        </Stack>
        {isHere ? (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t('passkeyAdd')}
          </Button>
        ) : null}
      </Group>
      {passkeys.length === 0 ? (
        <Text size="sm">{t('passkeysNone')}</Text>
      ) : (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding ? <AddDialog onNewCodes={onNewCodes} onClose={() => setAdding(false)} /> : null}
    </Card>
  )
}

type AddProps = { onNewCodes: Props['onNewCodes']; onClose: () => void }

const AddDialog = ({ onNewCodes, onClose }: AddProps) => {
  const { t } = useTranslation('auth')
  const problemOf = usePasskeyProblem()
  return (
    <FormDialog
      title={t('passkeyAdd')}
      action={t('passkeyAdd')}
      size={440}
      initial={{ name: '' }}
      schema={PasskeyForm}
      submit={async ({ name }) => {
        const passkey = await makePasskey(await startPasskey())
        const { recoveryCodes } = await addPasskey({ name, passkey })
        notify.done({ text: t('passkeyAdded') })
        if (recoveryCodes) onNewCodes(recoveryCodes)
      }}
      explain={(error) => ({ form: problemOf(error) })}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextInput
            {...field('name')}
            label={t('passkeyName')}
            description={t('passkeyNameHint')}
            maxLength={60}
            data-autofocus
          />
          <Text size="sm" c="dimmed">
            {t('passkeyAddHint')}
          </Text>
        </>
      )}
    </FormDialog>
  )
}

const PasskeyRow = ({ passkey }: { passkey: OwnPasskey }) => {
  const { t } = useTranslation('auth')
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const { name, createdAt, lastUsedAt, isSynced } = passkey
  const close = () => setOpen(null)
  const added = formatDay(createdAt)
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {lastUsedAt
            ? t('passkeyFacts', { added, used: formatMoment(lastUsedAt) })
            : t('passkeyFactsUnused', { added })}
        </Text>
        {isSynced ? <Status kind="fine">{t('passkeySynced')}</Status> : null}
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={t('passkeyRenameOf', { name })}
          onClick={() => setOpen('rename')}
        >
          {t('passkeyRename')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('passkeyRemoveOf', { name })}
          onClick={() => setOpen('remove')}
        >
          {t('passkeyRemove')}
        </Button>
      </Group>
      {open === 'rename' ? <RenameDialog passkey={passkey} onClose={close} /> : null}
      {open === 'remove' ? <RemoveDialog passkey={passkey} onClose={close} /> : null}
    </li>
  )
}

type PasskeyDialogProps = { passkey: OwnPasskey; onClose: () => void }

const RenameDialog = ({ passkey, onClose }: PasskeyDialogProps) => {
  const { t } = useTranslation('auth')
  return (
    <FormDialog
      title={t('passkeyRenameTitle')}
      action={t('passkeySave')}
      size={440}
      initial={{ name: passkey.name }}
      schema={PasskeyForm}
      submit={({ name }) => renamePasskey({ passkeyId: passkey.id, name })}
      onClose={onClose}
    >
      {({ field }) => <TextInput {...field('name')} label={t('passkeyName')} maxLength={60} data-autofocus />}
    </FormDialog>
  )
}

const RemoveDialog = ({ passkey, onClose }: PasskeyDialogProps) => {
  const { t } = useTranslation('auth')
  return (
    <ConfirmDialog
      title={t('passkeyRemoveTitle', { name: passkey.name })}
      text={t('passkeyRemoveText')}
      action={t('passkeyRemoveAction')}
      isDangerous
      run={async () => {
        await removePasskey({ passkeyId: passkey.id })
        notify.done({ text: t('passkeyRemoved') })
      }}
      onClose={onClose}
    />
  )
}

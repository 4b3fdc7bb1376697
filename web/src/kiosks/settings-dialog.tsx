import { Button, Group, Select, Stack, Text, TextInput, Switch, Title, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { SecondFactorCode } from '@spacekeeper/contract/auth/shapes.ts'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requiredBy } from '#platform/form/required-fields.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { keepHasKeyboard, useHasKeyboard } from '#platform/shell/kept-keyboard.ts'
import { useIdle } from '#platform/shell/use-idle.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { CodeField } from '../auth/code-field.tsx'
import { leave } from './api.ts'
import { keepReader, readReaderUrl, readerKinds, type KeptReader, numberForms } from './reader/kept-reader.ts'
import { askForNfc } from './reader/nfc-reader.ts'
import { canRead } from './reader/reader.ts'
import { chooseSerial } from './reader/serial-reader.ts'
import { UnlockForm, type StaffLogin } from './unlock-form.tsx'
import classes from './kiosks.module.css'

const idleSeconds = 120
const restMs = 1000
const kindWords = { socket: 'kindSocket', keyboard: 'kindKeyboard', serial: 'kindSerial', nfc: 'kindNfc' } as const
const formWords = { decimal: 'formDecimal', reversed: 'formReversed', hex: 'formHex' } as const

type Props = {
  isOpen: boolean
  isConnected: boolean
  reader: KeptReader
  onReader: (reader: KeptReader) => void
  onToggle: (isOpen: boolean) => void
}

/** A quiet button in the corner opens what staff set on the screen itself; changing it takes their password. */
export const SettingsDialog = ({ isOpen, onToggle, ...parts }: Props) => {
  const { t } = useTranslation('kiosks')
  return (
    <>
      <UnstyledButton className={classes.corner} onClick={() => onToggle(true)}>
        <IconSettings size={20} stroke={1.7} aria-hidden />
        {t('settings')}
      </UnstyledButton>
      <BasicDialog opened={isOpen} onClose={() => onToggle(false)} title={t('settings')} size={500}>
        <Settings {...parts} onClose={() => onToggle(false)} />
      </BasicDialog>
    </>
  )
}

type PartProps = Omit<Props, 'isOpen' | 'onToggle'> & { onClose: () => void }

const Settings = ({ isConnected, reader, onReader, onClose }: PartProps) => {
  const { t } = useTranslation('kiosks')
  const { kioskIp } = useSite()
  const [staff, setStaff] = useState<StaffLogin | null>(null)
  useIdle({ seconds: idleSeconds, onIdle: onClose })
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t('settingsText')}</Text>
      <Stack gap="sm" component="section" aria-labelledby="reader">
        <Title order={2} id="reader">
          {t('readerHeading')}
        </Title>
        <Status kind={isConnected ? 'fine' : 'offline'}>{t(isConnected ? 'connected' : 'disconnected')}</Status>
        {staff ? <ReaderForm reader={reader} onReader={onReader} /> : <UnlockForm onUnlocked={setStaff} />}
      </Stack>
      {window.shell ? <AppPart /> : null}
      <Stack gap="sm" component="section" aria-labelledby="other">
        <Title order={2} id="other">
          {t('otherHeading')}
        </Title>
        {kioskIp === null ? null : <Text c="dimmed">{t('ownAddress', { address: kioskIp })}</Text>}
        {staff ? <KeyboardSwitch /> : null}
        {staff ? <LeavePart staff={staff} /> : <Text c="dimmed">{t('unlockFirst')}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        </Group>
      </Stack>
    </Stack>
  )
}

const ReaderForm = ({ reader, onReader }: Pick<Props, 'reader' | 'onReader'>) => {
  const { t } = useTranslation('kiosks')
  const [{ kind, url, form }, setDraft] = useState(reader)
  const address = readReaderUrl(url)
  const isWrong = kind === 'socket' && address === null
  // The reader is called where the typing has come to rest.
  const follow = useDebouncedCallback(onReader, { delay: restMs, flushOnUnmount: true })
  const editUrl = (typed: string) => {
    setDraft({ kind, url: typed, form })
    const next = readReaderUrl(typed)
    if (next === null) return follow.cancel()
    const stored = { ...reader, url: next }
    keepReader(stored)
    follow(stored)
  }
  const save = async () => {
    if (isWrong) return
    follow.cancel()
    if (kind === 'serial') await chooseSerial()
    if (kind === 'nfc') await askForNfc()
    const next = { kind, url: address ?? reader.url, form }
    keepReader(next)
    onReader(next)
    setDraft(next)
    notify.done({ text: t('readerSaved') })
  }
  return (
    <>
      <RequiredMarks mb={0} />
      <Select
        label={t('readerKind')}
        value={kind}
        allowDeselect={false}
        data={readerKinds.filter(canRead).map((value) => ({ value, label: t(kindWords[value]) }))}
        onChange={(value) => setDraft({ kind: readerKinds.find((one) => one === value) ?? kind, url, form })}
      />
      {kind === 'socket' ? (
        <TextInput
          label={t('readerUrl')}
          description={t('readerUrlHint')}
          required={readReaderUrl('') === null}
          value={url}
          error={isWrong ? t('badUrl') : undefined}
          autoComplete="off"
          onChange={(event) => editUrl(event.currentTarget.value)}
        />
      ) : null}
      {kind === 'nfc' ? (
        <Select
          label={t('numberForm')}
          description={t('numberFormHint')}
          value={form}
          allowDeselect={false}
          data={numberForms.map((value) => ({ value, label: t(formWords[value]) }))}
          onChange={(value) => setDraft({ kind, url, form: numberForms.find((one) => one === value) ?? form })}
        />
      ) : null}
      <Group>
        <Button onClick={() => void save().catch((error: unknown) => notify.failed(error))}>
          {t(kind === 'serial' ? 'choosePort' : 'save')}
        </Button>
      </Group>
    </>
  )
}

const KeyboardSwitch = () => {
  const { t } = useTranslation('kiosks')
  return (
    <Switch
      label={t('hasKeyboard')}
      description={t('hasKeyboardHint')}
      checked={useHasKeyboard()}
      onChange={(event) => keepHasKeyboard(event.currentTarget.checked)}
    />
  )
}

/** What only the desktop app knows and can do. */
const AppPart = () => {
  const { t } = useTranslation('kiosks')
  const { data: hostname } = useQuery({
    queryKey: ['shell', 'hostname'],
    queryFn: () => window.shell?.hostname() ?? '',
    staleTime: Infinity,
  })
  return (
    <Group justify="space-between">
      <Text>
        {t('hostname')}: {hostname}
      </Text>
      <Button variant="default" onClick={() => void window.shell?.reload()}>
        {t('reloadPage')}
      </Button>
    </Group>
  )
}

const LeavePart = ({ staff }: { staff: StaffLogin }) => {
  const { t } = useTranslation('kiosks')
  const [isBusy, setBusy] = useState(false)
  // A code works once, and unlocking took the first.
  const [code, setCode] = useState<string | null>(staff.code === '' ? null : '')
  const run = async () => {
    setBusy(true)
    try {
      await leave({ ...staff, ...(code !== null && { code }) })
      // The page itself asks for what an ordinary browser may do.
      window.location.assign('/login')
    } catch (error) {
      setBusy(false)
      notify.failed(error)
    }
  }
  return (
    <Group justify="space-between">
      <Text c="dimmed">{t('leaveText')}</Text>
      <RequiredMarks mb={0} />
      {code === null ? null : (
        <CodeField
          {...requiredBy(SecondFactorCode.min(1))}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      )}
      <Button variant="default" loading={isBusy} onClick={() => void run()}>
        {t('leave')}
      </Button>
    </Group>
  )
}

import { Button, Checkbox, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { NewDevice, type DeviceKind, type PendingDevice } from '@spacekeeper/contract/devices/shapes.ts'
import { deviceKinds } from '@spacekeeper/contract/devices/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiForm } from '#platform/form/api-form.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { addDevice, pendingQuery } from './api.ts'
import { NewKeySheet } from './keys/new-key-sheet.tsx'

type AddedDevice = { kind: DeviceKind; serial: string; name: string; secret: string }

type Props = { pending?: PendingDevice; onClose: () => void }

const typedOf = (pending: PendingDevice | undefined) => ({
  kind: pending?.kind ?? ('door' satisfies DeviceKind),
  name: '',
  serial: pending?.serial ?? '',
  description: '',
  isHidden: false,
  isExemptFromSignin: false,
})

/** Adds a device, filled in from what knocked, and shows its key. */
export const AddDeviceDialog = ({ pending, onClose }: Props) => {
  const { t } = useTranslation('devices')
  const [added, setAdded] = useState<AddedDevice | null>(null)
  const { data } = useQuery({ ...pendingQuery, enabled: added !== null })
  return (
    <BasicDialog
      onClose={onClose}
      // What is shown once is not lost by a click beside it.
      closeOnClickOutside={false}
      title={added ? t('addedTitle', { name: added.name }) : t('addTitle')}
    >
      {added ? (
        <Stack gap="md">
          <NewKeySheet device={added} secret={added.secret} siteUrl={data?.siteUrl} />
          <Button onClick={onClose}>{t('done')}</Button>
        </Stack>
      ) : (
        <DialogForm
          action={t('addAction')}
          initial={typedOf(pending)}
          schema={NewDevice}
          submit={async (device) => {
            const { key } = await addDevice(device)
            setAdded({ kind: device.kind, serial: device.serial, name: device.name, secret: key })
          }}
          // The key stays on the screen until the dialog is closed.
          onDone={() => {}}
          onClose={onClose}
        >
          {(form) => <Fields {...form} />}
        </DialogForm>
      )}
    </BasicDialog>
  )
}

const Fields = ({ field, values, set }: Pick<ApiForm<ReturnType<typeof typedOf>>, 'field' | 'values' | 'set'>) => {
  const { t } = useTranslation('devices')
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('kind')}
        value={values.kind}
        onChange={(kind) => set('kind', kind)}
        data={deviceKinds.map((value) => ({ value, label: t(value) }))}
      />
      <TextInput {...field('name')} label={t('name')} autoComplete="off" data-autofocus />
      <TextInput
        {...field('serial')}
        label={t('serial')}
        description={t('newSerialHint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <TextInput {...field('description')} label={t('newDescription')} autoComplete="off" />
      <Checkbox {...field('isHidden', 'checkbox')} label={t('hideLabel')} />
      {values.kind === 'memberbucks' ? null : (
        <Checkbox {...field('isExemptFromSignin', 'checkbox')} label={t('exemptLabel')} />
      )}
    </>
  )
}

import { useState } from 'react'
import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type DeviceKind, deviceKinds } from '@spacekeeper/contract/devices.ts'
import { NewDevice, type PendingDevice } from '@spacekeeper/contract/enrolments.ts'
import { explain } from '#platform/form/explain.ts'
import { useForm } from '#platform/form/use-form.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { addDevice, refreshDevices } from './api.ts'
import { NewKeySheet } from './new-key-sheet.tsx'

type Added = { kind: DeviceKind; serial: string; name: string; secret: string }
type Props = { pending?: PendingDevice; onClose: () => void }

/** Adds a device, filled in from what knocked, and shows its key. */
export const AddDeviceDialog = ({ pending, onClose }: Props) => {
  const { t } = useTranslation('enrolments')
  const [added, setAdded] = useState<Added | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      // What is shown once is not lost by a click beside it.
      closeOnClickOutside={false}
      title={added ? t('addedTitle', { name: added.name }) : t('addTitle')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {added ? (
        <Stack gap="md">
          <NewKeySheet device={added} secret={added.secret} />
          <Button h={44} onClick={onClose}>
            {t('done')}
          </Button>
        </Stack>
      ) : (
        <NewDeviceForm {...(pending && { pending })} onAdded={setAdded} onClose={onClose} />
      )}
    </Modal>
  )
}

const texts = NewDevice.pick({ name: true, serial: true, description: true })

const NewDeviceForm = ({ pending, onAdded, onClose }: Props & { onAdded: (added: Added) => void }) => {
  const { t } = useTranslation('enrolments')
  const client = useQueryClient()
  const [kind, setKind] = useState<DeviceKind>(pending?.kind ?? 'door')
  const [isHidden, setHidden] = useState(false)
  const [isExemptFromSignin, setExempt] = useState(false)
  const { field, failure, isBusy, formProps } = useForm({
    initial: { name: '', serial: pending?.serial ?? '', description: '' },
    schema: texts,
    submit: async (given) => {
      const { key } = await addDevice({ ...given, kind, isHidden, isExemptFromSignin })
      onAdded({ kind, serial: given.serial, name: given.name, secret: key })
      await refreshDevices(client)
    },
    explain: (error) => explain(error, ['name', 'serial', 'description']),
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={t('kind')}
          value={kind}
          onChange={(value) => setKind(value)}
          data={deviceKinds.map((value) => ({ value, label: t(value) }))}
        />
        <TextInput {...field('name')} label={t('name')} autoComplete="off" required data-autofocus />
        <TextInput
          {...field('serial')}
          label={t('serial')}
          description={t('serialHint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
        <TextInput {...field('description')} label={t('description')} autoComplete="off" />
        <Checkbox
          label={t('hideLabel')}
          checked={isHidden}
          onChange={(event) => setHidden(event.currentTarget.checked)}
        />
        {kind === 'memberbucks' ? null : (
          <Checkbox
            label={t('exemptLabel')}
            checked={isExemptFromSignin}
            onChange={(event) => setExempt(event.currentTarget.checked)}
          />
        )}
        {failure ? <FormError>{failure}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={44} loading={isBusy}>
            {t('addAction')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

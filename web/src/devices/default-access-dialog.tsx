import { useState } from 'react'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DefaultPreview, Device } from '@spacekeeper/contract/devices.ts'
import { errorText } from '#platform/api/error-text.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { defaultPreviewQuery, refreshDevices, setDefault } from './api.ts'
import classes from './device-details.module.css'

type Props = { device: Device; onClose: () => void }

/** Says how many gain or lose a device, and whom, and does it for them alone: if they are others by then, it asks again. */
export const DefaultAccessDialog = ({ device, onClose }: Props) => {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  // What was opened is switched this way, whatever somebody else does meanwhile.
  const [isDefault] = useState(!device.isDefaultAccess)
  const preview = useQuery(defaultPreviewQuery(device.id))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const confirm = async (fingerprint: string) => {
    setBusy(true)
    setError(null)
    try {
      await setDefault({ deviceId: device.id, isDefault, fingerprint })
      await refreshDevices(client)
      notify.done({ text: t(isDefault ? 'doneOn' : 'doneOff', { device: device.name }) })
      onClose()
    } catch (failure) {
      await client.invalidateQueries({ queryKey: defaultPreviewQuery(device.id).queryKey })
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isDefault ? 'defaultOnAction' : 'defaultOffAction')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <Page query={preview}>
        {(known) => (
          <Stack gap="md">
            <Facts preview={known} device={device} />
            {error ? <FormError>{errorText(error)}</FormError> : null}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" h={44} onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button
                h={44}
                {...(!isDefault && { color: 'red' })}
                loading={isBusy}
                // Somebody else has switched it; there is nothing left to confirm.
                disabled={known.isDefault !== isDefault}
                onClick={() => void confirm(known.fingerprint)}
              >
                {t(isDefault ? 'confirmGain' : 'confirmLose', {
                  count: known.count,
                  formatted: formatNumber(known.count),
                })}
              </Button>
            </Group>
          </Stack>
        )}
      </Page>
    </Modal>
  )
}

const Facts = ({ preview, device }: { preview: DefaultPreview; device: Device }) => {
  const { t } = useTranslation('devices')
  const { isDefault, count, members, byHand, exceptions, isOffline } = preview
  const more = count - members.length
  const sentence = t(isDefault ? 'gain' : 'lose', { count, formatted: formatNumber(count), device: device.name })
  return (
    <Stack gap="sm">
      <Text style={{ overflowWrap: 'anywhere' }}>{sentence}</Text>
      {members.length > 0 ? (
        <ul
          className={classes.named}
          tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
          aria-label={sentence}
        >
          {members.map((member) => (
            <li key={member.id}>
              {member.name}
              {member.isSuspended ? ` (${t('suspended')})` : null}
            </li>
          ))}
          {more > 0 ? <li>{t('more', { count: more, formatted: formatNumber(more) })}</li> : null}
        </ul>
      ) : null}
      <Stack gap={4}>
        {byHand > 0 ? (
          <Text size="sm">{t('keepByHand', { count: byHand, formatted: formatNumber(byHand) })}</Text>
        ) : null}
        {isDefault && exceptions > 0 ? <Text size="sm">{t('exceptions', { count: exceptions })}</Text> : null}
        <Text size="sm" c="dimmed">
          {isOffline ? t(isDefault ? 'gainOffline' : 'loseOffline') : t('hearsAtOnce')}
        </Text>
      </Stack>
    </Stack>
  )
}

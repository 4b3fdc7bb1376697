import { Stack, Text } from '@mantine/core'
import type { DefaultPreview } from '@spacekeeper/contract/access/shapes.ts'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { NamedList } from '#platform/ui/named-list.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { defaultPreviewQuery, setDefault } from './api.ts'

type Props = { device: Device; onClose: () => void }

/** Says how many gain or lose a device, and which members, and does it for them alone: if they are others by then, it asks again. */
export const DefaultAccessDialog = ({ device, onClose }: Props) => {
  const { t } = useTranslation('devices')
  // What was opened is switched this way, whatever others do meanwhile.
  const [isDefault] = useState(!device.isDefaultAccess)
  const preview = useQuery(defaultPreviewQuery(device.id))
  const save = useMutation({
    mutationFn: (fingerprint: string) => setDefault({ deviceId: device.id, isDefault, fingerprint }),
    onSuccess: () => {
      notify.done({ text: t(isDefault ? 'doneOn' : 'doneOff', { device: device.name }) })
      onClose()
    },
    onError: () => refreshDomains('access'),
  })
  return (
    <BasicDialog title={t(isDefault ? 'defaultOnAction' : 'defaultOffAction')} onClose={onClose}>
      <Page query={preview}>
        {(known) => (
          <Stack gap="md">
            <Facts preview={known} device={device} />
            {save.error ? <FormError>{errorText(save.error)}</FormError> : null}
            <DialogButtons
              action={t(isDefault ? 'confirmGain' : 'confirmLose', {
                count: known.count,
                formatted: formatNumber(known.count),
              })}
              isDangerous={!isDefault}
              // Another person has switched it; there is nothing left to confirm.
              isReady={known.isDefault === isDefault}
              isBusy={save.isPending}
              onClick={() => save.mutate(known.fingerprint)}
              onClose={onClose}
            />
          </Stack>
        )}
      </Page>
    </BasicDialog>
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
        <NamedList label={sentence}>
          {members.map((member) => (
            <li key={member.id}>
              {member.name}
              {member.isSuspended ? ` (${t('suspended')})` : null}
            </li>
          ))}
          {more > 0 ? <li>{t('more', { count: more, formatted: formatNumber(more) })}</li> : null}
        </NamedList>
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

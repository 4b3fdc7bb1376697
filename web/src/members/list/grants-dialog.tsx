import { Stack, SegmentedControl, Text, Checkbox, Group, Title, Button } from '@mantine/core'
import type { GrantableDevice, GrantPreview } from '@spacekeeper/contract/members/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import {
  type GrantRequest,
  type MemberSelection,
  grantableDevicesQuery,
  grantsPreviewQuery,
  changeGrants,
} from '../api.ts'
import { GrantsPreviewList } from './grants-preview-list.tsx'
import { useUndo } from './use-undo.ts'

type GrantChoice = GrantRequest['change']

type Props = { selection: MemberSelection; count: number; onClose: () => void; onDone: () => void }

/** Grants doors and machines to many, or takes them away, after it was said which members that touches. */
export const GrantsDialog = ({ selection, count, onClose, onDone }: Props) => {
  const { t } = useTranslation('members')
  const [change, setChange] = useState<GrantChoice>('grant')
  const [deviceIds, setDeviceIds] = useState<number[]>([])
  const devices = useQuery(grantableDevicesQuery)
  const words = (value: number) => ({ count: value, formatted: formatNumber(value) })
  return (
    <BigDialog title={t('accessTitle', words(count))} onClose={onClose}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={t('change')}
          value={change}
          onChange={(value) => setChange(value === 'revoke' ? 'revoke' : 'grant')}
          data={[
            { value: 'grant', label: t('grant') },
            { value: 'revoke', label: t('revoke') },
          ]}
        />
        <Page
          query={devices}
          isEmpty={(data) => data.devices.length === 0}
          empty={<Text c="dimmed">{t('noDevices')}</Text>}
        >
          {(data) => <DevicesField devices={data.devices} chosen={deviceIds} onChoose={setDeviceIds} />}
        </Page>
        <Preview request={{ selection, change, deviceIds }} onDone={onDone} />
      </Stack>
    </BigDialog>
  )
}

type DevicesFieldProps = {
  devices: readonly GrantableDevice[]
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
}

const DevicesField = ({ devices, chosen, onChoose }: DevicesFieldProps) => {
  const { t } = useTranslation('members')
  return (
    <Checkbox.Group label={t('chooseDevices')} value={chosen.map(String)} onChange={(ids) => onChoose(ids.map(Number))}>
      <Group gap="xs" mt="xs">
        {devices.map((device) => (
          <Checkbox key={device.id} value={String(device.id)} label={device.name} w={190} py={6} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

const Preview = ({ request, onDone }: { request: GrantRequest; onDone: () => void }) => {
  const { t } = useTranslation('members')
  const query = useQuery(grantsPreviewQuery(request))
  return (
    <Stack gap="md" component="section" aria-labelledby="grants-preview" aria-live="polite">
      <Title order={2} id="grants-preview">
        {t('preview')}
      </Title>
      {request.deviceIds.length === 0 ? (
        <Text c="dimmed">{t('chooseFirst')}</Text>
      ) : (
        <Page query={query}>
          {(preview) => (
            <Confirmation
              request={request}
              preview={preview}
              isStale={query.isPlaceholderData || query.isFetching}
              onDone={onDone}
              onOutdated={() => void query.refetch()}
            />
          )}
        </Page>
      )}
    </Stack>
  )
}

type ConfirmationProps = {
  request: GrantRequest
  preview: GrantPreview
  isStale: boolean
  onDone: () => void
  onOutdated: () => void
}

const Confirmation = ({ request, preview, isStale, onDone, onOutdated }: ConfirmationProps) => {
  const { t } = useTranslation('members')
  const undo = useUndo()
  const isGrant = request.change === 'grant'
  const words = { count: preview.touched, formatted: formatNumber(preview.touched) }
  const save = useMutation({
    mutationFn: () => changeGrants({ ...request, fingerprint: preview.fingerprint }),
    onSuccess: ({ actionId }) => {
      notify.done({ text: t(isGrant ? 'doneGrant' : 'doneRevoke', words), ...undo(actionId) })
      onDone()
    },
    onError: (error) => {
      if (hasCode(error, 'previewOutdated')) onOutdated()
    },
  })
  return (
    <>
      <GrantsPreviewList preview={preview} change={request.change} />
      <FormError>{save.error ? errorText(save.error) : null}</FormError>
      <Group justify="flex-end">
        <Button
          {...(!isGrant && { color: 'red' })}
          loading={save.isPending}
          disabled={isStale || preview.touched === 0}
          onClick={() => save.mutate()}
        >
          {t(isGrant ? 'grantTo' : 'revokeFrom', words)}
        </Button>
      </Group>
    </>
  )
}

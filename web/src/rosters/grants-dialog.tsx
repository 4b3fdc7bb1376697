import { useState } from 'react'
import { Button, Checkbox, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GrantPreview, RosterDevice } from '@spacekeeper/contract/rosters.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { changeGrants, grantableDevices, grantsPreview, type GrantWish, type Selected } from './api.ts'
import { GrantsPreviewList } from './grants-preview-list.tsx'

type Change = GrantWish['change']
type Props = { selection: Selected; count: number; onClose: () => void; onDone: () => void }

/** Grants doors and machines to many, or takes them away, after it was said whom that touches. */
export const GrantsDialog = ({ selection, count, onClose, onDone }: Props) => {
  const { t } = useTranslation('rosters')
  const [change, setChange] = useState<Change>('grant')
  const [deviceIds, setDeviceIds] = useState<number[]>([])
  const devices = useQuery(grantableDevices)
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
        <Preview wish={{ selection, change, deviceIds }} onDone={onDone} />
      </Stack>
    </BigDialog>
  )
}

type FieldProps = { devices: readonly RosterDevice[]; chosen: readonly number[]; onChoose: (ids: number[]) => void }

const DevicesField = ({ devices, chosen, onChoose }: FieldProps) => {
  const { t } = useTranslation('rosters')
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

const Preview = ({ wish, onDone }: { wish: GrantWish; onDone: () => void }) => {
  const { t } = useTranslation('rosters')
  const query = useQuery(grantsPreview(wish))
  return (
    <Stack gap="md" component="section" aria-labelledby="grants-preview" aria-live="polite">
      <Title order={2} id="grants-preview">
        {t('preview')}
      </Title>
      {wish.deviceIds.length === 0 ? (
        <Text c="dimmed">{t('chooseFirst')}</Text>
      ) : (
        <Page query={query}>
          {(preview) => (
            <Confirmation
              wish={wish}
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
  wish: GrantWish
  preview: GrantPreview
  isStale: boolean
  onDone: () => void
  onOutdated: () => void
}

const Confirmation = ({ wish, preview, isStale, onDone, onOutdated }: ConfirmationProps) => {
  const { t } = useTranslation('rosters')
  const client = useQueryClient()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const isGrant = wish.change === 'grant'
  const words = { count: preview.touched, formatted: formatNumber(preview.touched) }
  const save = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await changeGrants({ ...wish, fingerprint: preview.fingerprint })
      notify.done({ text: t(isGrant ? 'doneGrant' : 'doneRevoke', words) })
      void client.invalidateQueries({ queryKey: ['members'] })
      onDone()
    } catch (thrown) {
      setError(thrown)
      if (hasCode(thrown, 'previewOutdated')) onOutdated()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <GrantsPreviewList preview={preview} change={wish.change} />
      <FormError>{error === undefined ? null : errorText(error)}</FormError>
      <Group justify="flex-end">
        <Button
          h={44}
          {...(!isGrant && { color: 'red' })}
          loading={isBusy}
          disabled={isStale || preview.touched === 0}
          onClick={() => void save()}
        >
          {t(isGrant ? 'grantTo' : 'revokeFrom', words)}
        </Button>
      </Group>
    </>
  )
}

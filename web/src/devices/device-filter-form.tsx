import { NativeSelect, Group, Button, SegmentedControl, Text } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { WordsField } from '#platform/ui/words-field.tsx'
import { type DeviceSearch, readDeviceSearch, shownKinds, shownStates, deviceOrders } from './device-search.ts'
import classes from './devices-list.module.css'

const kindWords = {
  all: 'kindAll',
  door: 'kindDoors',
  interlock: 'kindInterlocks',
  memberbucks: 'kindVending',
} as const

const stateWords = {
  all: 'stateAll',
  online: 'stateOnline',
  offline: 'stateOffline',
  locked: 'stateLocked',
  notAuthorised: 'stateNotAuthorised',
  removed: 'stateRemoved',
} as const

const orderWords = { trouble: 'orderTrouble', name: 'orderName', lastSeen: 'orderLastSeen' } as const

type Props = { search: DeviceSearch; onSearch: (search: DeviceSearch) => void }

/** What the list of devices shows, and in which order. It is as wide as the page, so that it fits into one line. */
export const FleetFilterForm = ({
  search,
  onSearch,
  onAdd,
}: Props & {
  /** Null for staff who do not manage devices. */
  onAdd: (() => void) | null
}) => {
  const { t } = useTranslation('devices')
  const set = (changed: Record<string, unknown>) => onSearch(readDeviceSearch({ ...search, ...changed }))
  return (
    <div className={classes.filters}>
      <WordsField text={search.text} onSearch={(text) => set({ text })} label={t('searchDevices')} />
      <NativeSelect
        aria-label={t('showState')}
        value={search.state ?? 'all'}
        onChange={(event) => set({ state: event.currentTarget.value })}
        data={shownStates.map((value) => ({ value, label: t(stateWords[value]) }))}
      />
      <NativeSelect
        aria-label={t('order')}
        value={search.sort ?? 'trouble'}
        onChange={(event) => set({ sort: event.currentTarget.value })}
        data={deviceOrders.map((value) => ({ value, label: t(orderWords[value]) }))}
      />
      {onAdd ? (
        <Group gap="xs" wrap="nowrap">
          <Button
            component={Link}
            to="/manage/devices/keys"
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
          >
            {t('apiKeys')}
          </Button>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            {t('addDevice')}
          </Button>
        </Group>
      ) : null}
    </div>
  )
}

type DeviceKindsProps = Props & {
  /** Those that fit but for their kind. */
  fitting: readonly Device[]
  /** How they are, in a line. */
  summary: string
}

/** Which kinds of devices are shown, each with its number. */
export const KindsForm = ({ search, fitting, onSearch, summary }: DeviceKindsProps) => {
  const { t } = useTranslation('devices')
  const countOf = (kind: (typeof shownKinds)[number]) =>
    fitting.filter((device) => kind === 'all' || device.kind === kind).length
  return (
    <Group justify="space-between" gap="sm">
      <SegmentedControl
        className={classes.kinds}
        aria-label={t('showKind')}
        value={search.kind ?? 'all'}
        onChange={(kind) => onSearch(readDeviceSearch({ ...search, kind }))}
        data={shownKinds.map((value) => ({ value, label: `${t(kindWords[value])} ${countOf(value)}` }))}
      />
      <Text size="sm" c="dimmed" role="status">
        {summary}
      </Text>
    </Group>
  )
}

import { Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RosterDevice } from '@spacekeeper/contract/rosters.ts'
import { columns, readSearch, subscriptions, type RosterSearch } from './read-search.ts'

type Props = {
  search: RosterSearch
  devices: readonly RosterDevice[]
  onChange: (search: RosterSearch) => void
  /** Where no table head says the order. */
  withOrder?: boolean
}

/** Everything that narrows the list; each change counts at once. */
export const FilterForm = ({ search, devices, onChange, withOrder = false }: Props) => {
  const { t } = useTranslation('rosters')
  // An empty choice is none: reading the address leaves it out.
  const change = (more: Record<string, unknown>) => onChange(readSearch({ ...search, ...more }))
  const any = { value: '', label: t('anyone') }
  const hasDays = search.seen === 'within' || search.seen === 'before'
  return (
    <Stack gap="md">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          flex={1}
          size="md"
          label={t('lastSeen')}
          value={search.seen ?? ''}
          onChange={(event) => change({ seen: event.currentTarget.value })}
          data={[
            any,
            { value: 'within', label: t('seenWithin') },
            { value: 'before', label: t('seenBefore') },
            { value: 'never', label: t('seenNever') },
          ]}
        />
        {hasDays ? (
          <NumberInput
            w={96}
            label={t('days')}
            value={search.seenDays ?? ''}
            min={1}
            max={3650}
            allowDecimal={false}
            allowNegative={false}
            onChange={(days) => (days === '' ? undefined : change({ seenDays: days }))}
          />
        ) : null}
      </Group>
      <DeviceFields search={search} devices={devices} onChange={change} />
      <NativeSelect
        size="md"
        label={t('card')}
        value={search.card ?? ''}
        onChange={(event) => change({ card: event.currentTarget.value })}
        data={[any, { value: 'yes', label: t('cardYes') }, { value: 'no', label: t('cardNo') }]}
      />
      <NativeSelect
        size="md"
        label={t('subscription')}
        value={search.subscription ?? ''}
        onChange={(event) => change({ subscription: event.currentTarget.value })}
        data={[any, ...subscriptions.map((value) => ({ value, label: t(`subscription_${value}`) }))]}
      />
      {withOrder ? <OrderFields search={search} onChange={change} /> : null}
    </Stack>
  )
}

type FieldsProps = { search: RosterSearch; onChange: (more: Record<string, unknown>) => void }

const DeviceFields = ({ search, devices, onChange }: FieldsProps & { devices: readonly RosterDevice[] }) => {
  const { t } = useTranslation('rosters')
  const optionsOf = (kind: RosterDevice['kind']) =>
    devices.filter((device) => device.kind === kind).map(({ id, name }) => ({ value: String(id), label: name }))
  const groups = [
    { group: t('doorsGroup'), items: optionsOf('door') },
    { group: t('machinesGroup'), items: optionsOf('interlock') },
  ]
  return (
    <>
      <NativeSelect
        size="md"
        label={t('device')}
        value={search.deviceId === undefined ? '' : String(search.deviceId)}
        onChange={(event) => onChange({ deviceId: event.currentTarget.value })}
        data={[{ value: '', label: t('anyone') }, ...groups.filter(({ items }) => items.length > 0)]}
      />
      {search.deviceId === undefined ? null : (
        <NativeSelect
          size="md"
          label={t('accessOf')}
          value={search.access ?? 'granted'}
          onChange={(event) => onChange({ access: event.currentTarget.value })}
          data={[
            { value: 'granted', label: t('granted') },
            { value: 'missing', label: t('missing') },
          ]}
        />
      )}
    </>
  )
}

const OrderFields = ({ search, onChange }: FieldsProps) => {
  const { t } = useTranslation('rosters')
  return (
    <Group gap="xs" grow>
      <NativeSelect
        size="md"
        label={t('sortBy')}
        value={search.sort ?? 'name'}
        onChange={(event) => onChange({ sort: event.currentTarget.value })}
        data={columns.map((value) => ({ value, label: t(`column_${value}`) }))}
      />
      <NativeSelect
        size="md"
        label={t('order')}
        value={search.order ?? 'asc'}
        onChange={(event) => onChange({ order: event.currentTarget.value })}
        data={[
          { value: 'asc', label: t('ascending') },
          { value: 'desc', label: t('descending') },
        ]}
      />
    </Group>
  )
}

import { Stack, Group, NativeSelect, NumberInput } from '@mantine/core'
import {
  columnLabels,
  filterChoices,
  filteredFields,
  memberListColumns,
} from '@spacekeeper/contract/members/columns.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import type { GrantableDevice } from '@spacekeeper/contract/members/shapes.ts'
import { emailStateWords, joiningFilterWords, longestSeenDays, roleWords } from '@spacekeeper/contract/members/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { useIsAsked } from '../field-props.ts'
import { type FilterOptions, type MemberSearch, readSearch } from './search.ts'

const wordOptions = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

type Props = {
  search: MemberSearch
  options: FilterOptions
  onChange: (search: MemberSearch) => void
  /** Where no table head says the order. */
  withOrder?: boolean
}

/** Everything that narrows the list; each change counts at once. */
export const FilterForm = ({ search, options, onChange, withOrder = false }: Props) => {
  const { t } = useTranslation('members')
  // An empty choice is none: reading the address leaves it out.
  const change = (more: Record<string, unknown>) => onChange(readSearch({ ...search, ...more }))
  const any = { value: '', label: t('anyone') }
  const hasDays = search.seen === 'within' || search.seen === 'before'
  return (
    <Stack gap="md">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          flex={1}
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
            max={longestSeenDays}
            allowDecimal={false}
            allowNegative={false}
            onChange={(days) => {
              // Too many are not asked for; left, the field shows what counts.
              if (days !== '' && Number(days) <= longestSeenDays) change({ seenDays: days })
            }}
          />
        ) : null}
      </Group>
      <DeviceFields search={search} devices={options.devices} onChange={change} />
      <PlanField search={search} plans={options.plans} onChange={change} />
      <NativeSelect
        label={t('card')}
        value={search.card ?? ''}
        onChange={(event) => change({ card: event.currentTarget.value })}
        data={[
          any,
          { value: 'yes', label: t('cardYes') },
          { value: 'no', label: t('cardNo') },
          { value: 'double', label: t('cardDouble') },
        ]}
      />
      <NativeSelect
        label={t('role')}
        value={search.role ?? ''}
        onChange={(event) => change({ role: event.currentTarget.value })}
        data={[any, ...wordOptions(roleWords)]}
      />
      <NativeSelect
        label={t('emailState')}
        value={search.emailState ?? ''}
        onChange={(event) => change({ emailState: event.currentTarget.value })}
        data={[any, ...wordOptions(emailStateWords)]}
      />
      {useSite().features.enableMembershipPayments ? (
        <NativeSelect
          label={t('joining')}
          value={search.joining ?? ''}
          onChange={(event) => change({ joining: event.currentTarget.value })}
          data={[any, ...wordOptions(joiningFilterWords)]}
        />
      ) : null}
      <FieldFilters search={search} onChange={change} />
      {withOrder ? <OrderFields search={search} onChange={change} /> : null}
    </Stack>
  )
}

type FilterFieldsProps = { search: MemberSearch; onChange: (more: Record<string, unknown>) => void }

/** Filters by what members say of themselves; those that they are not asked for here are left out. */
const FieldFilters = ({ search, onChange }: FilterFieldsProps) => {
  const { t } = useTranslation('members')
  const isAsked = useIsAsked()
  return filteredFields.map((name) => {
    const { label, listed } = memberFields[name]
    const value = search[listed.as]
    if (!isAsked(name) && value === undefined) return null
    return (
      <NativeSelect
        key={name}
        label={label}
        value={value ?? ''}
        onChange={(event) => onChange({ [listed.as]: event.currentTarget.value })}
        data={[
          { value: '', label: t('anyone') },
          ...Object.entries(filterChoices(name)).map(([choice, word]) => ({ value: choice, label: word })),
        ]}
      />
    )
  })
}

const DeviceFields = ({ search, devices, onChange }: FilterFieldsProps & { devices: readonly GrantableDevice[] }) => {
  const { t } = useTranslation('members')
  const optionsOf = (kind: GrantableDevice['kind']) =>
    devices.filter((device) => device.kind === kind).map(({ id, name }) => ({ value: String(id), label: name }))
  const groups = [
    { group: t('doorsGroup'), items: optionsOf('door') },
    { group: t('machinesGroup'), items: optionsOf('interlock') },
  ]
  return (
    <>
      <NativeSelect
        label={t('device')}
        value={search.deviceId === undefined ? '' : String(search.deviceId)}
        onChange={(event) => onChange({ deviceId: event.currentTarget.value })}
        data={[{ value: '', label: t('anyone') }, ...groups.filter(({ items }) => items.length > 0)]}
      />
      {search.deviceId === undefined ? null : (
        <NativeSelect
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

/** Spaces without plans are not asked for one. */
const PlanField = ({ search, plans, onChange }: FilterFieldsProps & Pick<FilterOptions, 'plans'>) => {
  const { t } = useTranslation('members')
  if (plans.length === 0 && search.planId === undefined) return null
  const tiers = [...new Set(plans.map(({ tier }) => tier))]
  const itemsOf = (tier: string) =>
    plans.filter((plan) => plan.tier === tier).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <NativeSelect
      label={t('plan')}
      value={search.planId === undefined ? '' : String(search.planId)}
      onChange={(event) => onChange({ planId: event.currentTarget.value })}
      data={[{ value: '', label: t('anyone') }, ...tiers.map((tier) => ({ group: tier, items: itemsOf(tier) }))]}
    />
  )
}

const OrderFields = ({ search, onChange }: FilterFieldsProps) => {
  const { t } = useTranslation('members')
  return (
    <Group gap="xs" grow>
      <NativeSelect
        label={t('sortBy')}
        value={search.sort ?? 'name'}
        onChange={(event) => onChange({ sort: event.currentTarget.value })}
        data={memberListColumns.map((value) => ({ value, label: columnLabels[value] }))}
      />
      <NativeSelect
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

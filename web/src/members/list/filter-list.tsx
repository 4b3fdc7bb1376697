import { Button } from '@mantine/core'
import { filterChoices, filteredFields } from '@spacekeeper/contract/members/columns.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import type { MemberFilter } from '@spacekeeper/contract/members/shapes.ts'
import { emailStateWords, joiningFilterWords, roleWords } from '@spacekeeper/contract/members/words.ts'
import { IconX } from '@tabler/icons-react'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import type { FilterOptions } from './search.ts'
import classes from './filter-list.module.css'

type Props = {
  filters: MemberFilter
  options: FilterOptions
  onChange: (filters: MemberFilter) => void
}

const cardChips = {
  yes: 'chipCard',
  no: 'chipNoCard',
  double: 'chipDoubleCard',
} as const satisfies Record<NonNullable<MemberFilter['card']>, string> // its values are keys of the words

/** The filters as sentences; a click on one takes it away. */
export const FilterList = ({ filters, options, onChange }: Props) => {
  const { t } = useTranslation('members')
  return describeFilters(t, { filters, options }).map(({ key, text, without }) => (
    <Button
      size="xs"
      key={key}
      variant="default"
      className={classes.chip ?? ''}
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={t('remove', { filter: text })}
      onClick={() => onChange(without)}
    >
      {text}
    </Button>
  ))
}

/** A filter as a sentence, and the filters without it. */
export type DescribedFilter = { key: string; text: string; without: MemberFilter }

/** What narrows the list, in words; each can be taken away by itself. */
export const describeFilters = (
  t: Translate<'members'>,
  input: { filters: MemberFilter; options: FilterOptions },
): DescribedFilter[] => {
  const { filters, options } = input
  const { devices, plans } = options
  const { seen, seenDays: count = 0, deviceId, access, card } = filters
  const described: DescribedFilter[] = []
  const add = (key: keyof MemberFilter, text: string) =>
    described.push({ key, text, without: { ...filters, [key]: undefined } })
  if (seen === 'within') add('seen', t('chipSeenWithin', { count }))
  if (seen === 'before') add('seen', t('chipSeenBefore', { count }))
  if (seen === 'never') add('seen', t('chipNeverSeen'))
  if (deviceId !== undefined) {
    const device = devices.find(({ id }) => id === deviceId)?.name ?? t('unknownDevice')
    add('deviceId', t(access === 'missing' ? 'chipMissing' : 'chipGranted', { device }))
  }
  if (filters.planId !== undefined) {
    const plan = plans.find(({ id }) => id === filters.planId)?.name ?? t('unknownPlan')
    add('planId', t('chipField', { label: t('plan'), value: plan }))
  }
  if (filters.role) add('role', t('chipField', { label: t('role'), value: roleWords[filters.role] }))
  if (filters.emailState) add('emailState', emailStateWords[filters.emailState])
  if (filters.joining) add('joining', joiningFilterWords[filters.joining])
  if (card) add('card', t(cardChips[card]))
  for (const name of filteredFields) {
    const { label, listed } = memberFields[name]
    const value = filters[listed.as]
    if (value !== undefined) add(listed.as, t('chipField', { label, value: filterChoices(name)[value] ?? value }))
  }
  return described
}

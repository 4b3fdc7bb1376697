import { Box, Group, NativeSelect } from '@mantine/core'
import { collectors, collectorWords } from '@spacekeeper/contract/billing/words.ts'
import type { HoldablePlan } from '@spacekeeper/contract/members/shapes.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { WordsField } from '#platform/ui/words-field.tsx'
import type { DeskFilter } from './api.ts'

type Props = {
  filter: DeskFilter
  plans: readonly HoldablePlan[]
  onChange: (filter: DeskFilter) => void
  children: ReactNode
}

/** What is left out of the filter is not asked for. */
const without = (filter: DeskFilter, key: keyof DeskFilter): DeskFilter => {
  const { [key]: _, ...rest } = filter
  return rest
}

/** Search and two choices; they stand in the address, so that going back finds them again. */
export const DeskFilterForm = ({ filter, plans, onChange, children }: Props) => {
  const { t } = useTranslation('billing')
  const search = (text: string | undefined) =>
    onChange(text === undefined ? without(filter, 'text') : { ...filter, text })
  const choosePlan = (value: string) =>
    onChange(value === '' ? without(filter, 'plan') : { ...filter, plan: Number(value) })
  const chooseCollector = (value: string) => {
    const known = collectors.find((one) => one === value)
    onChange(known ? { ...filter, collector: known } : without(filter, 'collector'))
  }
  return (
    <Group gap="sm" role="search">
      <Box w={{ base: '100%', sm: 280 }}>
        <WordsField text={filter.text} onSearch={search} label={t('deskSearch')} />
      </Box>
      {plans.length > 1 ? (
        <NativeSelect
          aria-label={t('deskPlan')}
          maw={{ base: '100%', sm: 280 }}
          value={filter.plan === undefined ? '' : String(filter.plan)}
          data={[
            { value: '', label: t('deskAnyPlan') },
            ...plans.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => choosePlan(event.currentTarget.value)}
        />
      ) : null}
      <NativeSelect
        aria-label={t('deskCollector')}
        value={filter.collector ?? ''}
        data={[
          { value: '', label: t('deskAnyCollector') },
          ...collectors.map((value) => ({ value, label: collectorWords[value] })),
        ]}
        onChange={(event) => chooseCollector(event.currentTarget.value)}
      />
      {children}
    </Group>
  )
}

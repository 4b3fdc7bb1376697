import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RosterDevice } from '@spacekeeper/contract/rosters.ts'
import { describeFilters } from './describe-filters.ts'
import type { RosterFilters } from './read-search.ts'
import classes from './filter-list.module.css'

type Props = {
  filters: RosterFilters
  devices: readonly RosterDevice[]
  onChange: (filters: RosterFilters) => void
}

/** The filters as sentences; a click on one takes it away. */
export const FilterList = ({ filters, devices, onChange }: Props) => {
  const { t } = useTranslation('rosters')
  return describeFilters(t, { filters, devices }).map(({ key, text, without }) => (
    <Button
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

import { NativeSelect, Switch } from '@mantine/core'
import type { IssuePlace } from '@spacekeeper/contract/issues/shapes.ts'
import { issueFilters } from '@spacekeeper/contract/issues/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { SearchField } from '#platform/ui/search-field.tsx'
import type { IssueSearch } from './report-search.ts'
import classes from './issues.module.css'

const filterWords = {
  unfinished: 'filterUnfinished',
  open: 'filterOpen',
  inProgress: 'filterInProgress',
  done: 'filterDone',
  all: 'filterAll',
} as const // keys of words

type Props = {
  search: IssueSearch
  typed: string
  owners: readonly IssuePlace[]
  devices: readonly IssuePlace[]
  onType: (text: string) => void
  onChange: (change: Partial<Record<keyof IssueSearch, unknown>>) => void
}

const choices = (any: string, places: readonly IssuePlace[]) => [
  { value: '', label: any },
  ...places.map(({ id, name }) => ({ value: String(id), label: name })),
]

/** Narrows the list by state, device, owner, due date and words. */
export const IssueFilterForm = ({ search, typed, owners, devices, onType, onChange }: Props) => {
  const { t } = useTranslation('issues')
  return (
    <div role="search" className={classes.filters}>
      <SearchField value={typed} onChange={onType} label={t('searchIssues')} />
      <NativeSelect
        label={t('filterState')}
        value={search.which ?? 'unfinished'}
        data={issueFilters.map((value) => ({ value, label: t(filterWords[value]) }))}
        onChange={(event) => onChange({ which: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('filterDevice')}
        value={String(search.device ?? '')}
        data={choices(t('anyDevice'), devices)}
        onChange={(event) => onChange({ device: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('filterOwner')}
        value={String(search.owner ?? '')}
        data={choices(t('anyOwner'), owners)}
        onChange={(event) => onChange({ owner: event.currentTarget.value })}
      />
      <Switch
        label={t('filterOverdue')}
        checked={search.overdue === true}
        onChange={(event) => onChange({ overdue: event.currentTarget.checked })}
      />
    </div>
  )
}

import { Button, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NamedThing } from '@spacekeeper/contract/audits.ts'
import { eventGroups, type EventGroup } from '@spacekeeper/contract/events.ts'
import { SearchField } from '#platform/ui/search-field.tsx'
import { NamePicker } from './name-picker.tsx'
import classes from './audits.module.css'

export type Chosen = {
  text: string
  group: EventGroup | null
  who: NamedThing | null
  about: NamedThing | null
  from: string
  until: string
}
export const nothingChosen: Chosen = { text: '', group: null, who: null, about: null, from: '', until: '' }

type Props = { chosen: Chosen; onChange: (chosen: Chosen) => void }

export const AuditFilterForm = ({ chosen, onChange }: Props) => {
  const { t } = useTranslation('audits')
  const set = (more: Partial<Chosen>) => onChange({ ...chosen, ...more })
  const isFiltered = JSON.stringify(chosen) !== JSON.stringify(nothingChosen)
  return (
    <div className={classes.filters}>
      <div className={classes.wide}>
        <SearchField value={chosen.text} onChange={(text) => set({ text })} label={t('searchAudit')} />
      </div>
      <Select
        label={t('group')}
        placeholder={t('allGroups')}
        data={eventGroups.map((group) => ({ value: group, label: t(`group.${group}`) }))}
        value={chosen.group}
        onChange={(value) => set({ group: eventGroups.find((group) => group === value) ?? null })}
        clearable
        clearButtonProps={{ 'aria-label': t('clearOf', { label: t('group') }) }}
      />
      <NamePicker
        label={t('who')}
        placeholder={t('anybody')}
        withDevices={false}
        value={chosen.who}
        onChange={(who) => set({ who })}
      />
      <NamePicker
        label={t('about')}
        placeholder={t('anything')}
        withDevices
        value={chosen.about}
        onChange={(about) => set({ about })}
      />
      <TextInput
        type="date"
        label={t('from')}
        value={chosen.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('until')}
        value={chosen.until}
        onChange={(event) => set({ until: event.currentTarget.value })}
      />
      {isFiltered ? (
        <Button variant="default" onClick={() => onChange(nothingChosen)}>
          {t('clear')}
        </Button>
      ) : null}
    </div>
  )
}

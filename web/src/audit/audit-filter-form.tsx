import { Select, TextInput, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { NamedThing } from '@spacekeeper/contract/audit/shapes.ts'
import { type EventGroup, eventGroups } from '@spacekeeper/contract/event.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { SearchField } from '#platform/ui/search-field.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { AuditNamePicker } from './name-picker.tsx'
import classes from './audit.module.css'

export type ChosenFilters = {
  text: string
  group: EventGroup | null
  who: NamedThing | null
  about: NamedThing | null
  from: string
  until: string
}

export const nothingChosen: ChosenFilters = { text: '', group: null, who: null, about: null, from: '', until: '' }

type Props = { chosen: ChosenFilters; onChange: (chosen: ChosenFilters) => void }

/** Search and filters; on a phone the filters would fill half the screen, so a button opens them there. */
export const AuditFilterForm = ({ chosen, onChange }: Props) => {
  const { t } = useTranslation('audit')
  const isPhone = useIsPhone()
  const [isOpen, { toggle }] = useDisclosure(false)
  const isFiltered = JSON.stringify(chosen) !== JSON.stringify(nothingChosen)
  return (
    <div className={classes.filters}>
      <div className={classes.wide}>
        <SearchField value={chosen.text} onChange={(text) => onChange({ ...chosen, text })} label={t('searchAudit')} />
        {isPhone ? (
          <Button variant="default" aria-expanded={isOpen} onClick={toggle}>
            {t('filters')}
          </Button>
        ) : null}
        {isFiltered ? (
          <Button variant="default" onClick={() => onChange(nothingChosen)}>
            {t('clear')}
          </Button>
        ) : null}
      </div>
      {isPhone && !isOpen ? null : <FilterFields chosen={chosen} onChange={onChange} />}
    </div>
  )
}

const FilterFields = ({ chosen, onChange }: Props) => {
  const { t } = useTranslation('audit')
  const set = (more: Partial<ChosenFilters>) => onChange({ ...chosen, ...more })
  return (
    <>
      <Select
        label={t('group')}
        placeholder={t('allGroups')}
        data={eventGroups.map((group) => ({ value: group, label: t(`group.${group}`) }))}
        value={chosen.group}
        onChange={(value) => set({ group: eventGroups.find((group) => group === value) ?? null })}
        clearable
        clearButtonProps={{ 'aria-label': t('clearOf', { label: t('group') }) }}
      />
      <AuditNamePicker
        label={t('who')}
        placeholder={t('anybody')}
        withDevices={false}
        value={chosen.who}
        onChange={(who) => set({ who })}
      />
      <AuditNamePicker
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
    </>
  )
}

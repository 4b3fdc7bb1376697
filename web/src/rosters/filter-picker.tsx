import { useState } from 'react'
import { Button, Drawer, Popover, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RosterDevice } from '@spacekeeper/contract/rosters.ts'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { FilterForm } from './filter-form.tsx'
import { isFiltered, type RosterSearch } from './read-search.ts'

type Props = {
  search: RosterSearch
  devices: readonly RosterDevice[]
  onChange: (search: RosterSearch) => void
}

/** Where filters are set: a panel beside the button, a sheet on phones. */
export const FilterPicker = ({ search, devices, onChange }: Props) => {
  const { t } = useTranslation('rosters')
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const { text, standing, sort, order } = search
  const clear = () => onChange({ text, standing, sort, order })
  const form = (
    <Stack gap="md">
      <FilterForm search={search} devices={devices} onChange={onChange} withOrder={isPhone} />
      {isFiltered(search) ? (
        <Button variant="default" h={44} onClick={clear}>
          {t('clearFilters')}
        </Button>
      ) : null}
    </Stack>
  )
  if (isPhone) {
    return (
      <>
        <Button
          variant="default"
          h={44}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('filtersAndOrder')}
        </Button>
        <Drawer
          opened={isOpen}
          onClose={() => setOpen(false)}
          position="bottom"
          size="85%"
          title={t('filtersAndOrder')}
          closeButtonProps={{ 'aria-label': t('close') }}
        >
          <Stack gap="md">
            {form}
            <Button h={44} onClick={() => setOpen(false)}>
              {t('done')}
            </Button>
          </Stack>
        </Drawer>
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} width={340} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          h={36}
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpen((before) => !before)}
        >
          {t('filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters')}>{form}</Popover.Dropdown>
    </Popover>
  )
}

import { Stack, Button, Popover } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { SheetDialog } from '#platform/ui/sheet-dialog.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { FilterForm } from './filter-form.tsx'
import { type FilterOptions, type MemberSearch, isFiltered } from './search.ts'

type Props = {
  search: MemberSearch
  options: FilterOptions
  onChange: (search: MemberSearch) => void
}

/** Where filters are set: a panel beside the button, a sheet on phones. */
export const FilterPicker = ({ search, options, onChange }: Props) => {
  const { t } = useTranslation('members')
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const { text, standing, sort, order } = search
  const clear = () => onChange({ text, standing, sort, order })
  const form = (
    <Stack gap="md">
      <FilterForm search={search} options={options} onChange={onChange} withOrder={isPhone} />
      {isFiltered(search) ? (
        <Button variant="default" onClick={clear}>
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
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('filtersAndOrder')}
        </Button>
        {isOpen ? (
          <SheetDialog onClose={() => setOpen(false)} sheetSize="85%" title={t('filtersAndOrder')} holdsAtOnce>
            <Stack gap="md">
              {form}
              <Button onClick={() => setOpen(false)}>{t('done')}</Button>
            </Stack>
          </SheetDialog>
        ) : null}
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} width={340} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpen((before) => !before)}
        >
          {t('filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters')} mah="calc(100dvh - 12rem)" style={{ overflowY: 'auto' }}>
        {form}
      </Popover.Dropdown>
    </Popover>
  )
}

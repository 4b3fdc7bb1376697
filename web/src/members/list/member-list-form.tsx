import { Stack, Group, Box, Text, Button } from '@mantine/core'
import type { StandingCounts } from '@spacekeeper/contract/members/shapes.ts'
import { IconDoorEnter, IconHistory, IconMail, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReceivedFile } from '#platform/api/call.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { late } from '#platform/ui/late.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { WordsField } from '#platform/ui/words-field.tsx'
import { ColumnsPicker } from './columns-picker.tsx'
import type { useColumns } from './columns.ts'
import { FilterList } from './filter-list.tsx'
import { FilterPicker } from './filter-picker.tsx'
import { type FilterOptions, type MemberSearch, filtersOf, isNarrowed } from './search.ts'
import { StandingPicker } from './standing-picker.tsx'

const AddMemberDialog = late(() => import('./add-member-dialog.tsx').then((file) => file.AddMemberDialog), {
  over: ({ onClose }) => onClose,
})

const OpenDayDialog = late(() => import('./open-day-dialog.tsx').then((file) => file.OpenDayDialog), {
  over: ({ onClose }) => onClose,
})

type Props = {
  search: MemberSearch
  answer: { total: number; standings: StandingCounts } | undefined
  isLoading: boolean
  options: FilterOptions
  columns: ReturnType<typeof useColumns>
  may: { message: boolean; exportThem: boolean; access: boolean }
  onSearch: (search: MemberSearch) => void
  onEmails: () => void
  onExport: () => Promise<ReceivedFile>
}

/** Search, states, filters, columns and exports of what matches. */
export const MemberListForm = (props: Props) => {
  const { search, answer, options, columns, may, onSearch, onEmails, onExport } = props
  const isPhone = useIsPhone()
  const { t } = useTranslation('members')
  const change = (filters: MemberSearch) => onSearch({ ...search, ...filters })
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Box flex={isPhone ? '1 0 100%' : '1 1 240px'} maw={isPhone ? undefined : 324}>
          <WordsField text={search.text} onSearch={(text) => change({ text })} label={t('searchHint')} />
        </Box>
        <StandingPicker
          counts={answer?.standings}
          chosen={search.standing}
          onChoose={(standing) => change({ standing })}
        />
        {may.message ? <AddMember /> : null}
      </Group>
      <Group gap="xs">
        <FilterList filters={filtersOf(search)} options={options} onChange={change} />
        <FilterPicker search={search} options={options} onChange={onSearch} />
        <Group gap="xs" ml={isPhone ? 0 : 'auto'}>
          <Text size="sm" c="dimmed" role="status" style={{ whiteSpace: 'nowrap' }}>
            <Count {...props} />
          </Text>
          {isPhone ? null : <ColumnsPicker {...columns} />}
          {may.message || may.access ? <BulkActionsLink /> : null}
          {may.message ? <OpenDayButton /> : null}
          {may.exportThem && !isPhone && answer && answer.total > 0 ? (
            <>
              <Button variant="default" size="xs" leftSection={<IconMail size={16} aria-hidden />} onClick={onEmails}>
                {t('emailsShort')}
              </Button>
              <DownloadButton size="xs" label={t('exportTable')} load={onExport} />
            </>
          ) : null}
        </Group>
      </Group>
    </Stack>
  )
}

/** To what was done to many at once, which can be undone there. */
const BulkActionsLink = () => {
  const { t } = useTranslation('members')
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconHistory size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/manage/members/bulk" />}
    >
      {t('titleBulk')}
    </Button>
  )
}

/** For an evening on which many newcomers register in the space. */
const OpenDayButton = () => {
  const { t } = useTranslation('members')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDoorEnter size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('openDay')}
      </Button>
      {isOpen ? <OpenDayDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const AddMember = () => {
  const { t } = useTranslation('members')
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ml={isPhone ? 0 : 'auto'}
        leftSection={<IconUserPlus size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('addMember')}
      </Button>
      {isOpen ? <AddMemberDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const Count = ({ search, answer, isLoading }: Props) => {
  const { t } = useTranslation('members')
  if (!answer) return isLoading ? t('searching') : null
  return t(isNarrowed(search) ? 'match' : 'count', { count: answer.total, formatted: formatNumber(answer.total) })
}

import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RosterColumn } from '@spacekeeper/contract/rosters.ts'
import { columns } from './read-search.ts'

type Props = { shown: readonly RosterColumn[]; onChoose: (columns: readonly RosterColumn[]) => void }

/** Which columns the table and its exports have. The name stays. */
export const ColumnsPicker = ({ shown, onChoose }: Props) => {
  const { t } = useTranslation('rosters')
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" h={36} leftSection={<IconColumns size={16} aria-hidden />} aria-haspopup="dialog">
          {t('columns', { shown: shown.length, all: columns.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('chooseColumns')}>
        <Checkbox.Group
          label={t('chooseColumns')}
          value={[...shown]}
          onChange={(chosen) => onChoose(columns.filter((column) => chosen.includes(column)))}
        >
          <Stack gap="xs" mt="xs">
            {columns.map((column) => (
              <Checkbox key={column} value={column} label={t(`column_${column}`)} disabled={column === 'name'} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

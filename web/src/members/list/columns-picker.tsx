import { Popover, Button, Checkbox, Stack } from '@mantine/core'
import { columnLabels, memberListColumns } from '@spacekeeper/contract/members/columns.ts'
import { IconColumns } from '@tabler/icons-react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import type { useColumns } from './columns.ts'

/** Which columns the table and its exports have. The name stays. */
export const ColumnsPicker = ({ shown, choose }: ReturnType<typeof useColumns>) => {
  const { t } = useTranslation('members')
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" h={36} leftSection={<IconColumns size={16} aria-hidden />} aria-haspopup="dialog">
          {t('columns', { shown: shown.length, all: memberListColumns.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('chooseColumns')}>
        <Checkbox.Group label={t('chooseColumns')} value={[...shown]} onChange={choose}>
          <Stack gap="xs" mt="xs">
            {memberListColumns.map((column) => (
              <Checkbox key={column} value={column} label={columnLabels[column]} disabled={column === 'name'} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

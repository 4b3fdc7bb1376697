import { Button, Group, Text } from '@mantine/core'
import { bankPage } from '@spacekeeper/contract/bank/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

type PageRowProps = { skip: number; shown: number; total: number; onTurn: (skip: number) => void }

/** Leads from page to page of a list, also of one whose lines go away as they are confirmed. Nothing where all fit on one. */
export const PageRow = ({ skip, shown, total, onTurn }: PageRowProps) => {
  const { t } = useTranslation('bank')
  if (total <= bankPage) return null
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {t('shown', { from: skip + 1, to: skip + shown, total })}
      </Text>
      <Group gap="xs">
        <Button variant="default" disabled={skip === 0} onClick={() => onTurn(Math.max(0, skip - bankPage))}>
          {t('before')}
        </Button>
        <Button variant="default" disabled={skip + shown >= total} onClick={() => onTurn(skip + bankPage)}>
          {t('next')}
        </Button>
      </Group>
    </Group>
  )
}

import { Button, Card, Group, Stack, Text } from '@mantine/core'
import type { BulkAction } from '@spacekeeper/contract/members/bulk-shapes.ts'
import { IconArrowBackUp, IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { bulkActionsQuery } from '../api.ts'
import { useBulkActionWords } from './bulk-action-words.ts'
import { UndoActionDialog } from './undo-dialog.tsx'

/** What was done to many members at once, each with the way to undo it. */
const BulkActionsPage = () => {
  const { t } = useTranslation('members')
  const { undo } = Route.useSearch()
  const navigate = useNavigate()
  const ask = (search: BulkActionsSearch) =>
    void navigate({ to: '/manage/members/bulk', search, replace: true, resetScroll: false })
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">{t('bulkText')}</Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/manage/members" />}
        >
          {t('backToMembers')}
        </Button>
      </Group>
      <Page
        query={useQuery(bulkActionsQuery)}
        isEmpty={({ actions }) => actions.length === 0}
        empty={<Empty title={t('noBulkTitle')} text={t('noBulkText')} />}
      >
        {({ actions }) => (
          <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {actions.map((action) => (
              <ActionCard key={action.id} action={action} onUndo={() => ask({ undo: action.id })} />
            ))}
          </Stack>
        )}
      </Page>
      {undo === undefined ? null : <UndoActionDialog actionId={undo} onClose={() => ask({})} />}
    </Stack>
  )
}

/** Staff undo it only for members they may change; the rest is left for staff with more rights. */
const isUndone = ({ undone }: BulkAction) => undone !== null && undone.left === 0

const ActionCard = ({ action, onUndo }: { action: BulkAction; onUndo: () => void }) => {
  const { t } = useTranslation('members')
  const { what, who, undone } = useBulkActionWords()(action)
  return (
    <Card component="li" padding="md">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Stack gap={2} miw={0}>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {what}
          </Text>
          <Text size="sm" c="dimmed">
            {who}
          </Text>
          {undone ? (
            <Text size="sm" c="dimmed">
              {undone}
            </Text>
          ) : null}
        </Stack>
        {isUndone(action) ? null : (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={t('undoThis', { what })}
            onClick={onUndo}
          >
            {t(undone ? 'undoRest' : 'undo')}
          </Button>
        )}
      </Group>
    </Card>
  )
}

type BulkActionsSearch = { undo?: number }

const readSearch = ({ undo }: Record<string, unknown>): BulkActionsSearch => {
  const id = Number(undo)
  return Number.isInteger(id) && id > 0 ? { undo: id } : {}
}

export const Route = createFileRoute('/manage/members/bulk')({
  component: BulkActionsPage,
  validateSearch: readSearch,
  staticData: { title: 'members:titleBulk', loggedIn: true, staff: ['members', 'access'] },
})

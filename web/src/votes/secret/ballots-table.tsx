import { Stack, Text } from '@mantine/core'
import type { BallotFile } from '@spacekeeper/contract/votes/secret-shapes.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { rowsColumns, RowsTable } from '#platform/ui/rows-table.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'

type ShownBallot = { code: string; words: string }

const columnOf = rowsColumns<ShownBallot>()

type Props = { ballots: BallotFile['ballots']; describe: (choice: Choice) => string }

/** Published ballots by code, with a search for one's own. */
export const BallotsTable = ({ ballots, describe }: Props) => {
  const { t } = useTranslation('votes')
  const [text, setText] = useState('')
  const wanted = text.trim().toUpperCase()
  const columns = useMemo(
    () =>
      columnOf.columns([
        columnOf.accessor('code', { header: t('code'), meta: { phone: 'who' } }),
        columnOf.accessor('words', { header: t('choice'), meta: { phone: 'what' } }),
      ]),
    [t],
  )
  const rows = ballots
    .filter(({ code }) => code.includes(wanted))
    .map(({ code, choice }) => ({ code, words: describe(choice) }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
  return (
    <Stack gap="sm">
      <SearchField value={text} onChange={setText} label={t('findCode')} />
      {rows.length === 0 ? (
        <Text c="dimmed">{t('noSuchCode', { text: text.trim() })}</Text>
      ) : (
        <RowsTable rows={rows} keyOf={({ code }) => code} label={t('ballotsTitle')} columns={columns} filter={wanted} />
      )}
    </Stack>
  )
}

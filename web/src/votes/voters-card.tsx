import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { MotionView, OpenVote } from '@spacekeeper/contract/votes/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { rowsColumns, RowsTable } from '#platform/ui/rows-table.tsx'
import { votersQuery } from './api.ts'
import { useChoiceWords } from './words.ts'

const columnOf = rowsColumns<{ id: number; voter: string; words: string }>()

/** How members voted in an open ballot, for members who could vote. */
export const VotersCard = ({ motion }: { motion: MotionView }) => {
  const { t } = useTranslation('votes')
  const [isShown, setShown] = useState(false)
  const query = useQuery({ ...votersQuery(motion.id), enabled: isShown })
  return (
    <Card component="section" aria-labelledby="voters">
      <Stack gap="md">
        <Title order={2} id="voters">
          {t('votersHeading')}
        </Title>
        {isShown ? (
          <Page
            query={query}
            isEmpty={(votes) => votes.length === 0}
            empty={<Text c="dimmed">{t('votersEmpty')}</Text>}
          >
            {(votes) => <Voters motion={motion} votes={votes} />}
          </Page>
        ) : (
          <Group>
            <Button variant="default" onClick={() => setShown(true)}>
              {t('showVoters')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  )
}

const Voters = ({ motion, votes }: { motion: MotionView; votes: readonly OpenVote[] }) => {
  const { t } = useTranslation('votes')
  const describe = useChoiceWords(motion)
  const columns = useMemo(
    () =>
      columnOf.columns([
        columnOf.accessor('voter', { header: t('voter'), meta: { phone: 'who' } }),
        columnOf.accessor('words', { header: t('choice'), meta: { phone: 'what' } }),
      ]),
    [t],
  )
  const rows = votes.map(({ principalId, name, castBy, choice }) => ({
    id: principalId,
    voter: castBy === null ? name : `${name} (${t('castBy', { name: castBy })})`,
    words: describe(choice),
  }))
  return <RowsTable rows={rows} keyOf={({ id }) => id} label={t('votersHeading')} columns={columns} filter="" />
}

import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { MotionRow } from '@spacekeeper/contract/votes/shapes.ts'
import { IconChecklist } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { useWaitingVotes, votesQuery } from './api.ts'
import { MotionsList } from './motions-list.tsx'

const waitingFirst = (rows: readonly MotionRow[]) =>
  rows.toSorted((a, b) => Number(b.waiting > 0) - Number(a.waiting > 0))

/** Votes that are open, to come and decided. */
const VotesPage = () => {
  const { t } = useTranslation('votes')
  const query = useQuery(votesQuery)
  return (
    <Page query={query}>
      {({ open, planned, closed }) => {
        const [first] = waitingFirst(open)
        return (
          <Stack gap="md" maw={820}>
            {open.length === 0 ? (
              <Empty title={t('openEmpty')} text={t('openEmptyText')} />
            ) : (
              <Section id="open" title={t('openHeading')} rows={waitingFirst(open)}>
                {first && first.waiting > 0 && open.length === 1 ? (
                  <Button
                    fullWidth
                    size="md"
                    mt="md"
                    renderRoot={(props) => (
                      <Link to="/tools/votes/$motionId" params={{ motionId: String(first.id) }} {...props} />
                    )}
                  >
                    {t('vote')}
                  </Button>
                ) : null}
              </Section>
            )}
            {planned.length > 0 ? <Section id="planned" title={t('plannedHeading')} rows={planned} /> : null}
            {closed.length > 0 ? (
              <Section id="closed" title={t('closedHeading')} rows={closed} />
            ) : (
              <Text c="dimmed">{t('closedEmpty')}</Text>
            )}
          </Stack>
        )
      }}
    </Page>
  )
}

type VotesSectionProps = { id: string; title: string; rows: readonly MotionRow[]; children?: React.ReactNode }

const Section = ({ id, title, rows, children }: VotesSectionProps) => (
  <Card component="section" aria-labelledby={id}>
    <Title order={2} id={id} mb="sm">
      {title}
    </Title>
    <MotionsList motions={rows} />
    {children}
  </Card>
)

export const Route = createFileRoute('/tools/votes')({
  component: VotesPage,
  staticData: {
    title: 'votes:titleVotes',
    loggedIn: true,
    menu: { group: 'tools', icon: IconChecklist, order: 22, useCount: useWaitingVotes },
  },
})

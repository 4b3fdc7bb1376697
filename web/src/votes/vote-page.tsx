import { Card, Group, Stack, Title } from '@mantine/core'
import type { MotionView } from '@spacekeeper/contract/votes/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useProfile } from '#platform/session/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { motionQuery } from './api.ts'
import { MotionBadge } from './motion-badge.tsx'
import { MotionFactsList } from './motion-facts-list.tsx'
import { ResultCard } from './results/result-card.tsx'
import { BallotsCard } from './secret/ballots-card.tsx'
import { KeptBallotsCard } from './secret/kept-ballots-card.tsx'
import { VotersCard } from './voters-card.tsx'
import { VotingCard } from './voting-card.tsx'
import { useChoiceWords } from './words.ts'
import classes from './votes.module.css'

/** One vote: what it is about, voting, and its result. */
const VotePage = () => {
  const { motionId } = Route.useParams()
  const id = /^\d{1,9}$/.test(motionId) ? Number(motionId) : 0
  const query = useQuery(motionQuery(id))
  return (
    <Page query={query}>
      {(motion) => (
        <Stack gap="md" maw={820}>
          <About motion={motion} />
          <Kept motion={motion} />
          <VotingCard key={motion.id} motion={motion} />
          {motion.result === null ? null : <ResultCard motion={motion} result={motion.result} />}
          <After motion={motion} />
        </Stack>
      )}
    </Page>
  )
}

const About = ({ motion }: { motion: MotionView }) => (
  <Card>
    <Stack gap="sm">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Title order={2} className={classes.words ?? ''}>
          {motion.title}
        </Title>
        <MotionBadge motion={motion} />
      </Group>
      {motion.details === '' ? null : <div className={classes.text}>{motion.details}</div>}
      <MotionFactsList motion={motion} />
    </Stack>
  </Card>
)

/** Sealed ballots of a secret vote that have not reached the box. */
const Kept = ({ motion }: { motion: MotionView }) => {
  const memberId = useProfile()?.id
  if (motion.ballot !== 'secret' || memberId === undefined || motion.phase === 'planned') return null
  return <KeptBallotsCard motion={motion} memberId={memberId} onDone={() => void refreshDomains('votes')} />
}

/** What can be read once a vote is closed: who voted what in an open ballot, all ballots of a secret one. */
const After = ({ motion }: { motion: MotionView }) => {
  const describe = useChoiceWords(motion)
  if (motion.phase !== 'published') return null
  if (motion.ballot === 'open') return motion.seesVoters ? <VotersCard motion={motion} /> : null
  return motion.result?.count ? <BallotsCard motionId={motion.id} describe={describe} /> : null
}

export const Route = createFileRoute('/tools/votes/$motionId')({
  component: VotePage,
  staticData: {
    title: 'votes:titleVote',
    loggedIn: true,
    hiddenMenu: true,
    backButton: '/tools/votes',
  },
})

import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { Choice, MotionView, VotingRight } from '@spacekeeper/contract/votes/shapes.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Status } from '#platform/ui/status.tsx'
import { OpenBallotForm } from './open-ballot-form.tsx'
import { ReviewList } from './review-list.tsx'
import { SecretBallotForm } from './secret/secret-ballot-form.tsx'
import { VotingForm } from './voting-form.tsx'
import { useChoiceWords } from './words.ts'
import classes from './votes.module.css'

/** What is about to be cast. It stays while news of the vote come in: the votes are used before the ballots arrive. */
type PreparedBallot = { rights: readonly VotingRight[]; choice: Choice }

/** Voting: for which votes, what, and a look at it before it is cast. */
export const VotingCard = ({ motion }: { motion: MotionView }) => {
  const { t } = useTranslation('votes')
  const memberId = useProfile()?.id ?? 0
  const [casting, setCasting] = useState<PreparedBallot | null>(null)
  const [isChanging, setChanging] = useState(false)
  const isSecret = motion.ballot === 'secret'
  const done = () => {
    setCasting(null)
    setChanging(false)
    // Apart from the ballots, which must not be joined to who asks.
    if (isSecret) void refreshDomains('votes')
  }
  if (casting !== null) {
    const props = { motion, ...casting, onDone: done, onBack: () => setCasting(null) }
    return (
      <Frame title={t('reviewHeading')} takesFocus>
        <ReviewList motion={motion} {...casting} />
        {isSecret ? <SecretBallotForm {...props} memberId={memberId} /> : <OpenBallotForm {...props} />}
      </Frame>
    )
  }
  const usable = motion.rights.filter(({ isUsed }) => !isUsed || (isChanging && !isSecret))
  if (motion.phase === 'open' && usable.length > 0) {
    return (
      <Frame title={t('castHeading')}>
        <VotingForm motion={motion} rights={usable} onReview={setCasting} />
      </Frame>
    )
  }
  return <Standing motion={motion} onChange={() => setChanging(true)} />
}

type VotingStepProps = { title: string; takesFocus?: boolean; children: ReactNode }

/** The step that follows a pressed button takes the keyboard along, which would be lost with the button. */
const Frame = ({ title, takesFocus = false, children }: VotingStepProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Card component="section" aria-label={title}>
      <Stack gap="md">
        <Title order={2} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  )
}

/** Where there is nothing to cast: what was cast, or why there is no vote. */
const Standing = ({ motion, onChange }: { motion: MotionView; onChange: () => void }) => {
  const { t } = useTranslation('votes')
  const describe = useChoiceWords(motion)
  const { phase, rights, noVote } = motion
  if (phase === 'published') return null
  if (phase !== 'open') return <Text c="dimmed">{t(phase === 'planned' ? 'notOpenYet' : 'isCounting')}</Text>
  if (rights.length === 0) return noVote === null ? null : <Status kind="info">{t(`noVote_${noVote}`)}</Status>
  return (
    <Frame title={t('castHeading')}>
      <Status kind="good">{t('allCast')}</Status>
      {motion.ballot === 'secret' ? (
        <Text size="sm">{t('secretDone')}</Text>
      ) : (
        <>
          <dl className={classes.facts}>
            {rights.map(({ principalId, name, isOwn, choice }) => (
              <div key={principalId} style={{ display: 'contents' }}>
                <dt>{isOwn ? t('myself') : t('voteOf', { name })}</dt>
                <dd>{choice === null ? t('usedUp') : describe(choice)}</dd>
              </div>
            ))}
          </dl>
          <div>
            <Button variant="default" onClick={onChange}>
              {t('changeVote')}
            </Button>
          </div>
        </>
      )}
    </Frame>
  )
}

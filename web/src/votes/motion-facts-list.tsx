import { Anchor } from '@mantine/core'
import type { VoteQuorum } from '@spacekeeper/contract/votes/quorum.ts'
import type { MotionView } from '@spacekeeper/contract/votes/shapes.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { useNeedWords } from './words.ts'
import classes from './votes.module.css'

const figuresOf = ({ counted, needed }: VoteQuorum) => ({ counted, needed })

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

/** How many counted as the vote opened and closed; nothing where no quorum was demanded. */
const QuorumFact = ({ motion: { quorumAtOpening, quorumAtClosing } }: { motion: MotionView }) => {
  const { t } = useTranslation('votes')
  if (quorumAtOpening === null && quorumAtClosing === null) return null
  return (
    <Fact name={t('quorum')}>
      {quorumAtOpening === null ? null : t('quorumAtOpening', figuresOf(quorumAtOpening))}
      {quorumAtOpening !== null && quorumAtClosing !== null ? <br /> : null}
      {quorumAtClosing === null ? null : t('quorumAtClosing', figuresOf(quorumAtClosing))}
    </Fact>
  )
}

/** How a vote is decided, and until when. */
export const MotionFactsList = ({ motion }: { motion: MotionView }) => {
  const { t } = useTranslation('votes')
  const needWords = useNeedWords()
  const { phase, meetingId, meetingName, opensAt, closesAt, closedAt, turnout, roll, present } = motion
  return (
    <dl className={classes.facts}>
      {meetingId === null ? null : (
        <Fact name={t('atMeeting')}>
          <Anchor
            underline="always"
            renderRoot={(props) => (
              <Link to="/tools/meetings/$meetingId" params={{ meetingId: String(meetingId) }} {...props} />
            )}
          >
            {meetingName}
          </Anchor>
        </Fact>
      )}
      <Fact name={t('ballot')}>{t(`ballot_${motion.ballot}`)}</Fact>
      <Fact name={motion.kind === 'motion' ? t('needs') : t('decidedBy')}>{needWords(motion)}</Fact>
      {motion.kind === 'election' ? <Fact name={t('seatsFact')}>{motion.seats}</Fact> : null}
      {phase === 'planned' && opensAt !== null ? (
        <Fact name={t('opens')}>
          <Moment at={opensAt} />
        </Fact>
      ) : null}
      {closedAt === null && meetingId === null ? (
        <Fact name={t('closes')}>{closesAt === null ? t('byStaff') : <Moment at={closesAt} />}</Fact>
      ) : null}
      {closedAt === null ? null : (
        <Fact name={t('closed')}>
          <Moment at={closedAt} />
        </Fact>
      )}
      {phase === 'planned' ? null : (
        <Fact name={t('turnout')}>
          <span role="status">{t('turnoutOf', { used: turnout, roll })}</span>
          {present === null ? null : (
            <>
              <br />
              {t(closedAt === null ? 'presentNow' : 'presentThen', { count: present })}
            </>
          )}
        </Fact>
      )}
      <QuorumFact motion={motion} />
    </dl>
  )
}

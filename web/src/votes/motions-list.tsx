import { Anchor, Text } from '@mantine/core'
import type { MotionRow } from '@spacekeeper/contract/votes/shapes.ts'
import { Link } from '@tanstack/react-router'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { MotionBadge } from './motion-badge.tsx'
import classes from './votes.module.css'

/** Votes, each a link to its page, with what was decided or what the reader can do. */
export const MotionsList = ({ motions }: { motions: readonly MotionRow[] }) => (
  <ul className={classes.list}>
    {motions.map((motion) => (
      <Row key={motion.id} motion={motion} />
    ))}
  </ul>
)

const Row = ({ motion }: { motion: MotionRow }) => {
  const { t } = useTranslation('votes')
  const { id, title, phase, meetingName, opensAt, closesAt, closedAt, turnout, roll, waiting, quorumAtClosing } = motion
  const facts = [
    ...(meetingName === null ? [] : [meetingName]),
    ...(phase === 'planned' && opensAt !== null ? [`${t('opens')} ${formatMoment(opensAt)}`] : []),
    ...(phase === 'open' && closesAt !== null ? [`${t('closes')} ${formatMoment(closesAt)}`] : []),
    ...(closedAt === null ? [] : [formatMoment(closedAt)]),
    ...(phase === 'planned' ? [] : [t('turnoutOf', { used: turnout, roll })]),
    ...(quorumAtClosing?.isReached === false ? [t('noQuorumShort')] : []),
  ]
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <Anchor
          fw={600}
          renderRoot={(props) => <Link to="/tools/votes/$motionId" params={{ motionId: String(id) }} {...props} />}
        >
          {title}
        </Anchor>
        <Text component="span" size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </span>
      {waiting > 0 ? (
        <Status kind="waiting">{t('waitingHere', { count: waiting })}</Status>
      ) : (
        <MotionBadge motion={motion} />
      )}
    </li>
  )
}

import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core'
import type { MotionRow } from '@spacekeeper/contract/votes/shapes.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MissedQuorumList } from './missed-quorum-list.tsx'
import { MotionBadge } from './motion-badge.tsx'
import { MotionDialog } from './motion-dialog.tsx'
import { MotionStepDialog, type MotionStep } from './motion-step-dialog.tsx'
import classes from './votes.module.css'

type Props = {
  motions: readonly MotionRow[]
  /** Left out where the votes have no order of their own. */
  onMove?: (motionIds: number[]) => void
}

type MotionsListDialog = { kind: 'edit' | MotionStep; motion: MotionRow } | null

const movedTo = (motions: readonly MotionRow[], at: number, by: -1 | 1): number[] => {
  const ids = motions.map(({ id }) => id)
  const [moved] = ids.splice(at, 1)
  return moved === undefined ? ids : ids.toSpliced(at + by, 0, moved)
}

/** Votes with what staff can do with each. */
export const StaffMotionsList = ({ motions, onMove }: Props) => {
  const [dialog, setDialog] = useState<MotionsListDialog>(null)
  const close = () => setDialog(null)
  return (
    <>
      <ol className={classes.list}>
        {motions.map((motion, at) => (
          <li key={motion.id} className={classes.row}>
            <MotionWords motion={motion} />
            <Group gap={4}>
              {onMove && motions.length > 1 ? (
                <OrderArrows
                  title={motion.title}
                  isFirst={at === 0}
                  isLast={at === motions.length - 1}
                  onMove={(by) => onMove(movedTo(motions, at, by))}
                />
              ) : null}
              <Acts motion={motion} onOpen={(kind) => setDialog({ kind, motion })} />
            </Group>
          </li>
        ))}
      </ol>
      {dialog?.kind === 'edit' ? (
        <MotionDialog meetingId={dialog.motion.meetingId} motionId={dialog.motion.id} onClose={close} />
      ) : null}
      {dialog !== null && dialog.kind !== 'edit' ? (
        <MotionStepDialog step={dialog.kind} motion={dialog.motion} onClose={close} />
      ) : null}
    </>
  )
}

const MotionWords = ({ motion }: { motion: MotionRow }) => {
  const { t } = useTranslation('votes')
  const { id, title, phase, opensAt, closesAt, turnout, roll, present } = motion
  const facts = [
    t(motion.ballot === 'secret' ? 'ballot_secret' : 'chooseBallot_open'),
    ...(phase === 'planned' && opensAt !== null ? [`${t('opens')} ${formatMoment(opensAt)}`] : []),
    ...(phase !== 'published' && closesAt !== null ? [`${t('closes')} ${formatMoment(closesAt)}`] : []),
  ]
  return (
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
      {phase === 'planned' ? null : (
        <span role="status" className={classes.figure}>
          {t('turnoutOf', { used: turnout, roll })}
          {present === null ? null : ` · ${t(phase === 'open' ? 'presentNow' : 'presentThen', { count: present })}`}
        </span>
      )}
      <MissedQuorumList motion={motion} />
      <MotionBadge motion={motion} />
    </span>
  )
}

type ArrowProps = { title: string; isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void }

const OrderArrows = ({ title, isFirst, isLast, onMove }: ArrowProps) => {
  const { t } = useTranslation('votes')
  const shared = { size: 36, variant: 'subtle' } as const
  return (
    <>
      <ActionIcon {...shared} disabled={isFirst} aria-label={t('moveUp', { title })} onClick={() => onMove(-1)}>
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon {...shared} disabled={isLast} aria-label={t('moveDown', { title })} onClick={() => onMove(1)}>
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

const Acts = ({ motion, onOpen }: { motion: MotionRow; onOpen: (kind: 'edit' | MotionStep) => void }) => {
  const { t } = useTranslation('votes')
  const { title, phase, turnout } = motion
  const quiet = { size: 'compact-sm', variant: 'subtle' } as const
  if (phase === 'open') {
    return (
      <>
        {turnout === 0 ? (
          <Button {...quiet} aria-label={t('takeBackOf', { title })} onClick={() => onOpen('takeBack')}>
            {t('takeBackVote')}
          </Button>
        ) : null}
        <Button size="sm" aria-label={t('closeOf', { title })} onClick={() => onOpen('close')}>
          {t('closeVote')}
        </Button>
      </>
    )
  }
  if (phase !== 'planned') return null
  return (
    <>
      <Button {...quiet} aria-label={t('editOf', { title })} onClick={() => onOpen('edit')}>
        {t('editShort')}
      </Button>
      <Button {...quiet} color="red" aria-label={t('deleteOf', { title })} onClick={() => onOpen('delete')}>
        {t('deleteShort')}
      </Button>
      <Button size="sm" variant="default" aria-label={t('openOf', { title })} onClick={() => onOpen('open')}>
        {t('openVote')}
      </Button>
    </>
  )
}

import { voteQuorum } from '@spacekeeper/contract/votes/quorum.ts'
import type { MotionRow } from '@spacekeeper/contract/votes/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { close, meetingQuorumQuery, open, remove, takeBack } from './api.ts'

export type MotionStep = 'open' | 'takeBack' | 'close' | 'delete'

const steps = {
  open: { run: open, title: 'openTitle', action: 'openVote', done: 'opened' },
  takeBack: { run: takeBack, title: 'takeBackTitle', action: 'takeBackVote', done: 'takenBack' },
  close: { run: close, title: 'closeTitle', action: 'closeVote', done: 'closedDone' },
  delete: { run: remove, title: 'deleteTitle', action: 'deleteShort', done: 'deleted' },
} as const

const useStepText = ({ step, motion }: { step: MotionStep; motion: MotionRow }): string => {
  const { t } = useTranslation('votes')
  if (step === 'delete') return t('deleteText')
  if (step === 'takeBack') return t(motion.meetingId === null ? 'takeBackOwnText' : 'takeBackText')
  if (step === 'open') return t(motion.meetingId === null ? 'openOwnText' : 'openMeetingText')
  const figures = { used: motion.turnout, roll: motion.roll }
  return t(motion.ballot === 'secret' ? 'closeSecretText' : 'closeText', figures)
}

type Props = { step: MotionStep; motion: MotionRow; onClose: () => void }

/** The quorum of now, where it matters to a step; `isKnown`: it was asked for, or does not matter. */
const useStepQuorum = ({ step, motion }: { step: MotionStep; motion: MotionRow }) => {
  const isAsked = motion.meetingId !== null && (step === 'open' || step === 'close')
  const { data, isPending } = useQuery({ ...meetingQuorumQuery(motion.meetingId ?? 0), enabled: isAsked })
  const meter = isAsked ? data?.meter : undefined
  const now = meter ? voteQuorum(meter.present + (meter.countsProxies ? meter.represented : 0), meter.needed) : null
  const missing = now === null || now.isReached ? null : { counted: now.counted, needed: now.needed }
  return { missing, isKnown: !isAsked || !isPending }
}

/** Asks before a vote is opened, closed or deleted, and says what follows, also that there is no quorum. */
export const MotionStepDialog = ({ step, motion, onClose }: Props) => {
  const { t } = useTranslation('votes')
  const text = useStepText({ step, motion })
  const { missing, isKnown } = useStepQuorum({ step, motion })
  const { run, title, action, done } = steps[step]
  return (
    <ConfirmDialog
      title={t(title, { title: motion.title })}
      text={text}
      action={t(step === 'open' && missing !== null ? 'openAnyway' : action)}
      isReady={isKnown}
      isDangerous={step === 'delete'}
      run={async () => {
        await run({ motionId: motion.id })
        notify.done({ text: t(done, { title: motion.title }) })
      }}
      onClose={onClose}
    >
      {missing === null ? null : (
        <Status kind="warning">{t(step === 'open' ? 'noQuorumToOpen' : 'noQuorumToClose', missing)}</Status>
      )}
    </ConfirmDialog>
  )
}

import type { MotionRow } from '@spacekeeper/contract/votes/shapes.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { close, open, remove, takeBack } from './api.ts'

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

/** Asks before a vote is opened, closed or deleted, and says what follows. */
export const MotionStepDialog = ({ step, motion, onClose }: Props) => {
  const { t } = useTranslation('votes')
  const text = useStepText({ step, motion })
  const { run, title, action, done } = steps[step]
  return (
    <ConfirmDialog
      title={t(title, { title: motion.title })}
      text={text}
      action={t(action)}
      isDangerous={step === 'delete'}
      run={async () => {
        await run({ motionId: motion.id })
        notify.done({ text: t(done, { title: motion.title }) })
      }}
      onClose={onClose}
    />
  )
}

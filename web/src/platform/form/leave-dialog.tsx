import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

export const loadLeaveQuestion = () => import('./leave-question.tsx')
const LeaveQuestion = lazy(() => loadLeaveQuestion().then((file) => ({ default: file.LeaveQuestion })))

type Props = {
  /** Asked when the reader is about to go elsewhere in the portal. */
  mustAsk: () => boolean | Promise<boolean>
  /** Asked when the window is about to close. */
  hasUnsaved: () => boolean
  title: string
  text: string
}

/** Asks before changes that were not saved are lost. */
export const LeaveDialog = ({ mustAsk, hasUnsaved, title, text }: Props) => {
  const { status, proceed, reset } = useBlocker({
    // After a logout nothing can be saved, so the way to the login stays open.
    shouldBlockFn: ({ next }) => next.pathname !== '/login' && mustAsk(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  // Once asked, the question stays, so that it can go out of sight gently.
  const [wasBlocked, setWasBlocked] = useState(false)
  if (status === 'blocked' && !wasBlocked) setWasBlocked(true)
  return wasBlocked ? (
    <Suspense fallback={null}>
      <LeaveQuestion
        opened={status === 'blocked'}
        title={title}
        text={text}
        onStay={() => reset?.()}
        onGo={() => proceed?.()}
      />
    </Suspense>
  ) : null
}

import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { late } from '#platform/ui/late.tsx'

export const LateLeaveQuestion = late(() => import('./leave-question.tsx').then((file) => file.LeaveQuestion), {
  over: ({ opened, onStay }) => (opened ? onStay : null),
})

const tabIn = (search: object) => ('tab' in search ? search.tab : undefined)

type Props = {
  /** Asked when the reader is about to go elsewhere in the portal. */
  mustAsk: () => Promise<boolean>
  /** Asked when the window is about to close. */
  hasUnsaved: () => boolean
  title: string
  text: string
}

/** Asks before changes that were not saved are lost. */
export const LeaveDialog = ({ mustAsk, hasUnsaved, title, text }: Props) => {
  const { status, proceed, reset } = useBlocker({
    // After a logout nothing can be saved, so the way to the login stays open. Filters of a page leave its forms alone.
    shouldBlockFn: ({ current, next }) => {
      const isSamePage = current.pathname === next.pathname && tabIn(current.search) === tabIn(next.search)
      return !isSamePage && next.pathname !== '/login' && mustAsk()
    },
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  // Once asked, the question stays, so that it can go out of sight gently.
  const [wasBlocked, setWasBlocked] = useState(false)
  if (status === 'blocked' && !wasBlocked) setWasBlocked(true)
  return wasBlocked ? (
    <LateLeaveQuestion
      opened={status === 'blocked'}
      title={title}
      text={text}
      onStay={() => reset?.()}
      onGo={() => proceed?.()}
    />
  ) : null
}

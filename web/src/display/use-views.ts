// On its own: the state of a display apart from how it is drawn.
import { useState } from 'react'
import { nextKey, type ScreenView } from './views.ts'

/** Which view is shown, and how to get to the next. One that has gone gives way to the first. */
export const useViews = (views: readonly ScreenView[]) => {
  const [{ key, turn }, setShown] = useState({ key: 'plan', turn: 0 })
  const [isPaused, setPaused] = useState(false)
  const at = Math.max(
    0,
    views.findIndex((view) => view.key === key),
  )
  return {
    at,
    view: views[at],
    /** Another number for each view that comes, so that its clock starts anew. */
    turn,
    isPaused,
    togglePause: () => setPaused(!isPaused),
    next: () => setShown({ key: nextKey(views, key), turn: turn + 1 }),
  }
}

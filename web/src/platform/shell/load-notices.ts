import type { ComponentType } from 'react'

const Nothing: ComponentType = () => null

/** Without its file a notice is not shown; the page under it must not go with it. */
export const loadNotices = (): Promise<{ default: ComponentType }> =>
  import('./notices.tsx').then(
    ({ Notices }) => ({ default: Notices }),
    () => ({ default: Nothing }),
  )

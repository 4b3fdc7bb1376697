import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'

/** How long a sentence stands: a reader that comes upon it later would take it for news. */
const standsMs = 5000

let sentence = ''
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const put = (text: string) => {
  sentence = text
  for (const listener of listeners) listener()
}

/** Says to screen readers what has just happened, where the screen shows it in a way that only eyes notice. */
export const announce = (text: string) => {
  clearTimeout(timer)
  put(text)
  timer = setTimeout(() => put(''), standsMs)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The one place of the portal that is read out when it changes; notices and forms have their own. */
export const Announcements = () => (
  <VisuallyHidden role="status" aria-live="polite">
    {useSyncExternalStore(subscribe, () => sentence)}
  </VisuallyHidden>
)

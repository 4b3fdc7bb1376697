import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { TooltipProps } from './tooltip-box.tsx'

const afterMs = 1500
const loadBox = () => import('./tooltip-box.tsx').then((file) => ({ default: file.TooltipBox }))
const TooltipBox = lazy(loadBox)

let isAsked = false
let isThere = false
const listeners = new Set<() => void>()

const load = async () => {
  await loadBox()
  isThere = true
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // What a tooltip belongs to works without it, so a failure is no matter.
  if (!isAsked) setTimeout(() => void load().catch(() => null), afterMs)
  isAsked = true
  return () => void listeners.delete(listener)
}

/** A tooltip that comes once the page stands: it takes more script than the frame around the page. */
export const LateTooltip = ({ label, target }: TooltipProps) =>
  useSyncExternalStore(subscribe, () => isThere) ? (
    <Suspense fallback={null}>
      <TooltipBox label={label} target={target} />
    </Suspense>
  ) : null

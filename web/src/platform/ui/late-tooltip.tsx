import { useEffect, useState } from 'react'
import { late } from './late.tsx'
import type { TooltipProps } from './tooltip-box.tsx'

const afterMs = 1500
// The part that a tooltip belongs to works without it.
const TooltipBox = late(() => import('./tooltip-box.tsx').then((file) => file.TooltipBox), { isQuiet: true })

/** A tooltip that comes once the page stands: it takes more script than the frame around the page. */
export const LateTooltip = (props: TooltipProps) => {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), afterMs)
    return () => clearTimeout(timer)
  }, [])
  return isTime ? <TooltipBox {...props} /> : null
}

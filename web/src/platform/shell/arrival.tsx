import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { usePlace } from './heading-focus.ts'
import { onArrival } from './on-arrival.ts'
import classes from './arrival.module.css'

/** Shows a page once everything that it first asks for is there, so that nothing on it moves afterwards. */
export const Arrival = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const place = usePlace(useLocation().pathname)
  const [seen, setSeen] = useState<string | null>(null)
  const isComing = seen !== place
  useLayoutEffect(() => (isComing ? onArrival(client, () => setSeen(place)) : undefined), [client, place, isComing])
  return (
    <div className={classes.arrival} aria-busy={isComing}>
      {isComing ? (
        <div className={classes.skeleton} aria-hidden>
          <RowsSkeleton />
        </div>
      ) : null}
      <div className={isComing ? classes.coming : undefined}>{children}</div>
    </div>
  )
}

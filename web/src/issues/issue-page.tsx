import { IconAlertTriangle } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { reportPlacesQuery } from './api.ts'
import { OwnIssuesCard } from './own-issues-card.tsx'
import { ReportCard } from './report-card.tsx'
import classes from './issues.module.css'

/** Where a link comes from: the name of the device it is about. */
const readPlace = ({ place }: Record<string, unknown>): { place?: string } =>
  typeof place === 'string' && place !== '' ? { place: place.slice(0, 60) } : {}

/** Where members report what is wrong, and see what became of it. */
const IssuePage = () => {
  const { place = '' } = Route.useSearch()
  const isKiosk = useIsKiosk()
  return (
    <div className={classes.columns}>
      <ReportCard key={place} place={place} />
      {isKiosk ? null : <OwnIssuesCard />}
    </div>
  )
}

export const Route = createFileRoute('/tools/issue')({
  component: IssuePage,
  validateSearch: readPlace,
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(reportPlacesQuery),
  staticData: {
    title: 'issues:titleIssue',
    name: 'reportIssue',
    loggedIn: true,
    memberOnly: true,
    kiosk: true,
    menu: { group: 'tools', icon: IconAlertTriangle, order: 45 },
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { DeviceDetailsCard } from './device-details-card.tsx'
import { readTab } from './read-tab.ts'

const Details = () => (
  <DeviceDetailsCard deviceId={Route.useParams().deviceId} kind="memberbucks" tab={Route.useSearch().tab} />
)

export const Route = createFileRoute('/manage/devices/memberbucks/$deviceId')({
  component: Details,
  validateSearch: readTab,
  staticData: {
    title: 'devices:titleDevice',
    loggedIn: true,
    staff: ['devices', 'access'],
    hiddenMenu: true,
    backButton: '/manage/devices',
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { DeviceDetailsCard } from './device-details-card.tsx'
import { readTab } from './device-search.ts'

const Details = () => (
  <DeviceDetailsCard deviceId={Route.useParams().deviceId} kind="door" tab={Route.useSearch().tab} />
)

export const Route = createFileRoute('/manage/devices/doors/$deviceId')({
  component: Details,
  validateSearch: readTab,
  staticData: {
    title: 'devices:titleDoor',
    loggedIn: true,
    staff: ['devices', 'access'],
    hiddenMenu: true,
    backButton: '/manage/devices',
  },
})

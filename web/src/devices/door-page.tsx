import { createFileRoute } from '@tanstack/react-router'
import { DeviceDetailsCard } from './device-details-card.tsx'

const Details = () => <DeviceDetailsCard deviceId={Route.useParams().deviceId} kind="door" />

export const Route = createFileRoute('/manage/devices/doors/$deviceId')({
  component: Details,
  staticData: {
    title: 'devices:titleDoor',
    loggedIn: true,
    staff: ['devices', 'access'],
    hiddenMenu: true,
    backButton: '/manage/devices',
  },
})

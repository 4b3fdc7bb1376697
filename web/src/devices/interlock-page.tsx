import { createFileRoute } from '@tanstack/react-router'
import { DeviceDetailsCard } from './device-details-card.tsx'

const Details = () => <DeviceDetailsCard deviceId={Route.useParams().deviceId} kind="interlock" />

export const Route = createFileRoute('/manage/devices/interlocks/$deviceId')({
  component: Details,
  staticData: {
    title: 'devices:titleInterlock',
    loggedIn: true,
    staff: ['devices', 'access'],
    hiddenMenu: true,
    backButton: '/manage/devices',
  },
})

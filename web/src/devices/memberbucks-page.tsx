import { createFileRoute } from '@tanstack/react-router'
import { DeviceDetailsCard } from './device-details-card.tsx'

const Details = () => <DeviceDetailsCard deviceId={Route.useParams().deviceId} kind="memberbucks" />

export const Route = createFileRoute('/manage/devices/memberbucks/$deviceId')({
  component: Details,
  staticData: {
    title: 'devices:titleDevice',
    loggedIn: true,
    staff: ['devices', 'access'],
    hiddenMenu: true,
    backButton: '/manage/devices',
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { SalesSheet } from '../vending/sales-sheet.tsx'
import { DeviceDetailsCard } from './device-details-card.tsx'
import { readTab } from './device-search.ts'

/** Staff who look after money alone come here for sales and refunds. */
const Details = () => {
  const { deviceId } = Route.useParams()
  const { tab } = Route.useSearch()
  const seesDevice = isStaffFor(useProfile(), ['devices', 'access'])
  if (!seesDevice) return <SalesSheet deviceId={deviceId} />
  return <DeviceDetailsCard deviceId={deviceId} kind="memberbucks" tab={tab} />
}

export const Route = createFileRoute('/manage/devices/memberbucks/$deviceId')({
  component: Details,
  validateSearch: readTab,
  staticData: {
    title: 'devices:titleDevice',
    loggedIn: true,
    staff: ['devices', 'access', 'money'],
    hiddenMenu: true,
    backButton: '/manage/devices',
  },
})

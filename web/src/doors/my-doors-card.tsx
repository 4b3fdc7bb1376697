import { Anchor, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { accessQuery } from './api.ts'
import { devicesOf, DeviceTile, LiveState, liveStateOf } from './device-badge.tsx'
import type { Device } from './device-badge.tsx'
import { WorksList } from './works-list.tsx'
import classes from './doors.module.css'

const shownOnDashboard = 8

const WideRow = ({ device }: { device: Device }) => (
  <li className={classes.wideRow}>
    <DeviceTile type={device.type} kind={liveStateOf(device)} />
    <span className={classes.wideText}>
      <span className={classes.name} title={device.name}>
        {device.name}
      </span>
      <LiveState device={device} />
    </span>
  </li>
)

const Doors = ({ devices }: { devices: Device[] }) => {
  const { t } = useTranslation('doors')
  const title = t(devices.some(({ type }) => type === 'machine') ? 'yourDoorsAndMachines' : 'yourDoors')
  const shown = devices.slice(0, shownOnDashboard)
  return (
    <Card component="section" aria-label={title} className={classes.card ?? ''}>
      <div className={classes.head}>
        <h2 className={classes.headTitle}>{title}</h2>
        <Anchor component={Link} to="/account/access" className={classes.headLink ?? ''}>
          {t('allAccess')}
        </Anchor>
      </div>
      <ul className={classes.wideList}>
        {shown.map((device) => (
          <WideRow key={`${device.type} ${device.id}`} device={device} />
        ))}
      </ul>
      <div className={classes.phoneOnly}>
        <WorksList devices={shown} label={title} />
      </div>
    </Card>
  )
}

/** The doors and machines somebody may use, with their live state. Not drawn while there are none. */
export const MyDoorsCard = () => (
  <Page query={useQuery(accessQuery)} skeleton={<RowsSkeleton rows={4} />}>
    {(access) => {
      const usable = devicesOf(access).filter((device) => device.access)
      return usable.length > 0 ? <Doors devices={usable} /> : null
    }}
  </Page>
)

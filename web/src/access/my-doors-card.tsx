import { Card, Anchor } from '@mantine/core'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { RelayUseForm } from '../drivers/relay-use-form.tsx'
import { accessQuery } from './api.ts'
import { type AccessDevice, DeviceTile, liveStateOf, LiveState, devicesOf } from './device-badge.tsx'
import { groupRefused, RefusalBlock } from './refusal-row.tsx'
import { WorksList } from './works-list.tsx'
import classes from './access.module.css'

const shownOnDashboard = 8

const WideRow = ({ device }: { device: AccessDevice }) => (
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

/** What the member uses just now, with the button that ends it where the portal can. */
const RunningRow = ({ device }: { device: AccessDevice }) => (
  <li className={classes.running}>
    <DeviceTile type={device.type} kind={liveStateOf(device)} />
    <div className={classes.refusalText}>
      <h3 className={classes.name}>{device.name}</h3>
      <LiveState device={device} />
    </div>
    {device.relay?.canEnd ? <RelayUseForm device={{ ...device, relay: device.relay }} /> : null}
  </li>
)

const isRunning = ({ use }: AccessDevice) => use?.isOwn === true

const Rows = ({ devices, label }: { devices: AccessDevice[]; label: string }) => (
  <>
    <ul className={classes.wideList}>
      {devices.map((device) => (
        <WideRow key={`${device.type} ${device.id}`} device={device} />
      ))}
    </ul>
    <div className={classes.phoneOnly}>
      <WorksList devices={devices} label={label} />
    </div>
  </>
)

const Doors = ({ devices }: { devices: AccessDevice[] }) => {
  const { t } = useTranslation('access')
  const title = t(devices.some(({ type }) => type === 'machine') ? 'yourDoorsAndMachines' : 'yourDoors')
  const running = devices.filter(isRunning)
  const idle = devices.filter((device) => !isRunning(device))
  const usable = idle.filter(({ refusal }) => refusal === null)
  const groups = groupRefused(idle)
  return (
    <Card component="section" aria-label={title} className={classes.card ?? ''}>
      <div className={classes.head}>
        <h2 className={classes.headTitle}>{title}</h2>
        <Anchor component={Link} to="/account/access" className={classes.headLink ?? ''}>
          {t('allAccess')}
        </Anchor>
      </div>
      {running.length > 0 ? (
        <ul className={classes.runningList}>
          {running.map((device) => (
            <RunningRow key={`${device.type} ${device.id}`} device={device} />
          ))}
        </ul>
      ) : null}
      {usable.length > 0 ? <Rows devices={usable.slice(0, shownOnDashboard)} label={title} /> : null}
      {groups.length > 0 ? (
        <ul className={classes.groups}>
          {groups.map((group) => (
            <RefusalBlock key={group.key} group={group} isMore={usable.length > 0} hidesSignIn />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

/** Reasons about the member, such as a missing card, hold even where nothing is granted yet. */
const isOwn = ({ access, refusal, use }: AccessDevice) =>
  access || use?.isOwn === true || (refusal !== null && refusals[refusal].isAboutMember)

/** The doors and machines a member may use, with their live state. Not drawn while there are none. */
export const MyDoorsCard = () => (
  <Page query={useQuery(accessQuery)} skeleton={<RowsSkeleton rows={4} />}>
    {(access) => {
      const own = devicesOf(access).filter(isOwn)
      return own.length > 0 ? <Doors devices={own} /> : null
    }}
  </Page>
)

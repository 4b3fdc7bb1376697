import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { IconKey } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Access } from '@spacekeeper/contract/doors.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { useProfile } from '#platform/session/session.ts'
import { MembershipCard } from '../members/membership-card.tsx'
import { standingOf } from '../members/standing-of.ts'
import { accessQuery } from './api.ts'
import { devicesOf } from './device-badge.tsx'
import type { Device } from './device-badge.tsx'
import { OfflineRow, RefusalRow } from './refusal-row.tsx'
import { isOperable, RelaysList } from './relays-list.tsx'
import { WorksList } from './works-list.tsx'
import classes from './doors.module.css'

/** The answer in one sentence. */
export const answerFor = (t: TFunction<'doors'>, devices: Device[]) => {
  const doorCount = devices.filter(({ type }) => type === 'door').length
  const machineCount = devices.length - doorCount
  if (devices.length === 0) return t('worksOnNothing')
  // A number and its noun stay on one line.
  const doors = t('door', { count: doorCount }).replace(' ', '\u00a0')
  const machines = t('machine', { count: machineCount }).replace(' ', '\u00a0')
  if (doorCount > 0 && machineCount > 0) return t('worksOnBoth', { doors, machines })
  return t('worksOn', { what: doorCount > 0 ? doors : machines })
}

/** Offline devices that know the card still open, but may not; they stand below with that said. */
const sortOut = (all: Device[]) => {
  const devices = all.filter((device) => !isOperable(device))
  return {
    relays: all.filter(isOperable),
    works: devices.filter(({ refusal, offline }) => refusal === null && !offline),
    refused: devices.filter(({ refusal }) => refusal !== null),
    offline: devices.filter(({ refusal, offline }) => refusal === null && offline),
  }
}

const isReasonForAll = (devices: Device[], refusal: Device['refusal']) =>
  devices.length > 0 && devices.every((device) => device.refusal === refusal)

const NotRightNow = ({ refused, offline }: { refused: Device[]; offline: Device[] }) => {
  const { t } = useTranslation('doors')
  if (refused.length + offline.length === 0) return null
  return (
    <section className={classes.notNow} aria-labelledby="not-right-now">
      <h2 id="not-right-now" className={classes.headTitle}>
        {t('notRightNow')}
      </h2>
      <Card component="ul" padding={0} className={classes.refusals ?? ''}>
        {refused.map((device) =>
          device.refusal ? (
            <RefusalRow key={`${device.type} ${device.id}`} device={device} refusal={device.refusal} />
          ) : null,
        )}
        {offline.map((device) => (
          <OfflineRow key={`${device.type} ${device.id}`} device={device} />
        ))}
      </Card>
    </section>
  )
}

const Answer = ({ access }: { access: Access }) => {
  const { t } = useTranslation('doors')
  const profile = useProfile()
  const devices = devicesOf(access)
  const { relays, works, refused, offline } = sortOut(devices)
  if (profile && standingOf(profile) !== 'active') {
    return (
      <>
        <p className={classes.answer}>{t('worksOnNothing')}</p>
        <RelaysList devices={relays} />
        <MembershipCard />
      </>
    )
  }
  return (
    <>
      {works.length > 0 || relays.length === 0 ? <p className={classes.answer}>{answerFor(t, works)}</p> : null}
      {works.length > 0 ? (
        <Card className={classes.works ?? ''}>
          <WorksList devices={works} label={t('worksList')} />
        </Card>
      ) : null}
      <RelaysList devices={relays} />
      {isReasonForAll(devices, 'noCard') ? (
        <Card>{t('noCardForAll')}</Card>
      ) : (
        <NotRightNow refused={refused} offline={offline} />
      )}
    </>
  )
}

const AccessPage = () => {
  const { t } = useTranslation('doors')
  return (
    <div className={classes.column}>
      <Page
        query={useQuery(accessQuery)}
        isEmpty={({ doors, interlocks }) => doors.length + interlocks.length === 0}
        empty={<Empty title={t('worksOnNoneYet')} text={t('noDevicesText')} />}
      >
        {(access) => <Answer access={access} />}
      </Page>
    </div>
  )
}

export const Route = createFileRoute('/account/access')({
  component: AccessPage,
  loader: ({ context }) => void context.queryClient.prefetchQuery(accessQuery),
  staticData: {
    title: 'doors:access',
    name: 'accessPermissions',
    loggedIn: true,
    kiosk: true,
    bottomBar: true,
    menu: { group: 'membership', icon: IconKey, order: 20 },
  },
})

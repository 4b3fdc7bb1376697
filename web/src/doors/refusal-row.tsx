import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '@spacekeeper/contract/doors.ts'
import { useSite } from '#platform/session/site.ts'
import { DeviceTile, kindOf, LiveState } from './device-badge.tsx'
import type { Device } from './device-badge.tsx'
import classes from './doors.module.css'

const texts = {
  unknownCard: ['unknownCardText', 'unknownCardNext'],
  noCard: ['noCardText', 'noCardNext'],
  suspended: ['suspendedText', null],
  notActive: ['notActiveText', null],
  lockedOut: ['lockedOutText', 'lockedOutNext'],
  noGrant: ['noGrantText', 'noGrantNext'],
  notSignedIn: ['notSignedInText', 'notSignedInNext'],
  balanceTooLow: ['balanceTooLowText', 'balanceTooLowNext'],
  staleList: ['staleListText', 'staleListNext'],
  noAnswer: ['noAnswerText', 'noAnswerNext'],
} as const satisfies Record<Refusal, readonly [string, string | null]>

/** The one thing that removes a reason: done here, or asked of staff. */
const Step = ({ refusal, name }: { refusal: Refusal; name: string }) => {
  const { t } = useTranslation('doors')
  const mail = useSite().contact.admin
  if (refusal === 'notSignedIn') {
    return (
      <Button component={Link} to="/dashboard" variant="light" className={classes.step ?? ''}>
        {t('signInHere')}
      </Button>
    )
  }
  if (!mail || refusal === 'lockedOut' || refusal === 'staleList') return null
  return (
    <Button
      component="a"
      href={`mailto:${mail}?subject=${encodeURIComponent(name)}`}
      variant="default"
      className={classes.step ?? ''}
    >
      {t('contactStaff')}
    </Button>
  )
}

/** What does not work, why, and the next step. */
export const RefusalRow = ({ device, refusal }: { device: Device; refusal: Refusal }) => {
  const { t } = useTranslation('doors')
  const [why, next] = texts[refusal]
  return (
    <li className={classes.refusal}>
      <DeviceTile type={device.type} kind={kindOf(refusal)} />
      <div className={classes.refusalText}>
        <h3 className={classes.name}>{device.name}</h3>
        <LiveState device={device} />
        <p className={classes.why}>
          {t(why)} {next ? t(next) : null}
        </p>
        <Step refusal={refusal} name={device.name} />
      </div>
    </li>
  )
}

/** A device that would accept the card but is not reachable just now. */
export const OfflineRow = ({ device }: { device: Device }) => {
  const { t } = useTranslation('doors')
  const mail = useSite().contact.admin
  return (
    <li className={classes.refusal}>
      <DeviceTile type={device.type} kind="offline" />
      <div className={classes.refusalText}>
        <h3 className={classes.name}>{device.name}</h3>
        <LiveState device={device} />
        <p className={classes.why}>
          {t(device.relay ? 'relayOfflineText' : 'offlineText')}{' '}
          {mail ? (
            <Anchor href={`mailto:${mail}`} inherit underline="always">
              {t('contactStaff')}
            </Anchor>
          ) : null}
        </p>
      </div>
    </li>
  )
}

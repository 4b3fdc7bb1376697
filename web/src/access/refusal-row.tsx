import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { cures, refusals } from '@spacekeeper/contract/access/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { IconDoorEnter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { groupBy } from '#platform/ui/group-by.ts'
import { type StatusKind, StatusIcon, toneOf } from '#platform/ui/status.tsx'
import { CureButton } from './cure-form.tsx'
import type { AccessDevice } from './device-badge.tsx'
import { markOf, refusalTitle } from './refusals.ts'
import classes from './access.module.css'

/** Devices that do not work for one reason. Those without the same certificates are a group. */
export type RefusalGroup = { key: string; refusal: Refusal; devices: AccessDevice[] }

const rank = ({ refusal }: RefusalGroup) => cures.indexOf(refusals[refusal].cure)

const groupKey = ({ refusal, missingCertificates }: AccessDevice) =>
  refusal === 'noCertificate' ? `${refusal} ${missingCertificates.map(({ id }) => id).join()}` : String(refusal)

/** Each reason once, first what the member can end alone. */
export const groupRefused = (devices: readonly AccessDevice[]): RefusalGroup[] =>
  keysOf(refusals)
    .flatMap((refusal) => {
      const refused = devices.filter((device) => device.refusal === refusal)
      return [...groupBy(refused, groupKey)].map(([key, group]) => ({ key, refusal, devices: group }))
    })
    .toSorted((a, b) => rank(a) - rank(b))

const namesOf = (devices: readonly AccessDevice[]) => devices.map(({ name }) => name).join(', ')

/** A lockout has its own beginning, and often a reason, on each device. */
const lockoutOf = (t: Translate<'access'>, { name, lockoutReason, lockedOutSince }: AccessDevice) => {
  if (lockedOutSince === null) return name
  const time = formatSince(lockedOutSince)
  return lockoutReason ? t('lockedDeviceWhy', { name, reason: lockoutReason, time }) : t('lockedDevice', { name, time })
}

const Lines = ({ lines }: { lines: { id: string; text: string }[] }) => (
  <ul className={classes.lines}>
    {lines.map(({ id, text }) => (
      <li key={id}>{text}</li>
    ))}
  </ul>
)

/** The tile of a reason. Not to be signed in is the most ordinary state there is, and stays without colour. */
const ReasonTile = ({ kind }: { kind: StatusKind | 'signIn' }) =>
  kind === 'signIn' ? (
    <span className={classes.tile}>
      <IconDoorEnter size={20} stroke={1.7} aria-hidden />
    </span>
  ) : (
    <span className={classes.tile} data-tone={toneOf(kind)}>
      <StatusIcon kind={kind} size={20} />
    </span>
  )

type BlockProps = { kind: StatusKind | 'signIn'; heading: string | null; children: ReactNode }

const Block = ({ kind, heading, children }: BlockProps) => (
  <li className={classes.refusal}>
    <ReasonTile kind={kind} />
    <div className={classes.refusalText}>
      {heading === null ? null : <h3 className={classes.name}>{heading}</h3>}
      {children}
    </div>
  </li>
)

const keyOf = ({ type, id }: AccessDevice) => `${type} ${id}`

type GroupProps = {
  group: RefusalGroup
  /** The page says the reason as its answer. */
  isAnswer?: boolean
  /** Something else works already. */
  isMore?: boolean
  /** The page has the button to sign in elsewhere. */
  hidesSignIn?: boolean
}

/** Why some devices do not work, said once, with the one thing that ends it. */
export const RefusalBlock = ({ group, isAnswer = false, isMore = false, hidesSignIn = false }: GroupProps) => {
  const { t } = useTranslation('access')
  const { refusal, devices } = group
  const { cure, isAboutMember } = refusals[refusal]
  const isSignIn = cure === 'signInOnSite'
  const count = devices.length
  const missingCertificates = devices[0]?.missingCertificates ?? []
  const heading = isSignIn
    ? t(isMore ? 'moreOnceSignedIn' : 'onceSignedIn', { count })
    : refusalTitle({ refusal, missingCertificates })
  // The answer of the page does not name certificates.
  const isSaid = isAnswer && !isSignIn && refusal !== 'noCertificate'
  const names = namesOf(devices)
  return (
    <Block kind={isSignIn ? 'signIn' : markOf(refusal)} heading={isSaid ? null : heading}>
      {refusal === 'lockedOut' ? (
        <Lines lines={devices.map((device) => ({ id: keyOf(device), text: lockoutOf(t, device) }))} />
      ) : null}
      {refusal === 'lockedOut' || isAboutMember ? null : <p className={classes.names}>{names}</p>}
      {isSignIn ? null : <p className={classes.why}>{t(`${refusal}.cause`)}</p>}
      {isSignIn && hidesSignIn ? null : <CureButton refusal={refusal} names={isAboutMember ? '' : names} />}
    </Block>
  )
}

/** Devices that would accept the card but cannot be reached just now. Those with a reader may go on opening. */
export const OfflineBlocks = ({ devices }: { devices: readonly AccessDevice[] }) => {
  const { t } = useTranslation('access')
  const sorted = [
    { text: 'offlineText' as const, devices: devices.filter(({ relay }) => relay === null) },
    { text: 'relayOfflineText' as const, devices: devices.filter(({ relay }) => relay !== null) },
  ].filter((some) => some.devices.length > 0)
  const lineOf = (device: AccessDevice) => ({
    id: keyOf(device),
    text: device.lastSeen ? t('offlineDevice', { name: device.name, time: formatSince(device.lastSeen) }) : device.name,
  })
  return sorted.map((some) => (
    <Block key={some.text} kind="offline" heading={t('offline')}>
      <Lines lines={some.devices.map(lineOf)} />
      <p className={classes.why}>{t(some.text)}</p>
    </Block>
  ))
}

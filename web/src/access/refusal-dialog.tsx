import { Button, Stack, Text } from '@mantine/core'
import type { OwnRefusal } from '@spacekeeper/contract/access/shapes.ts'
import { type Cure, refusals } from '@spacekeeper/contract/access/words.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import type { OwnStanding } from '@spacekeeper/contract/signup/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatSince, formatTime } from '#platform/i18n/format.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { isActiveMember } from '#platform/shell/guard.ts'
import { announce } from '#platform/ui/announcements.tsx'
import { SheetDialog } from '#platform/ui/sheet-dialog.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useOwnStanding } from '../signup/api.ts'
import { StandingText } from '../signup/standing-row.tsx'
import { onSiteQuery } from '../visits/api.ts'
import { accessQuery } from './api.ts'
import { CureButton } from './cure-form.tsx'
import { devicesOf } from './device-badge.tsx'
import { MembershipMeaning } from './membership-card.tsx'
import { markOf, refusalTitle } from './refusals.ts'
import { isUnpaid, standingOf } from './standings.ts'
import classes from './refusal-dialog.module.css'

type SheetProps = { refusal: OwnRefusal; profile: Profile; own?: OwnStanding | undefined }

/** Why, with the amount, the day or the words of staff where there are any. */
const Cause = ({ refusal: told, profile, own }: SheetProps) => {
  const { t } = useTranslation('access')
  const money = useMoney()
  const { refusal, lockedOutSince, lockoutReason, balanceCents, minBalanceCents, device } = told
  const standing = standingOf(profile)
  const isByStaff = standing === 'suspended' || (standing === 'inactive' && !isUnpaid(profile.inactivity))
  if (refusal === 'notActive' && own && own.step !== null && !isByStaff) return <StandingText own={own} />
  if ((refusal === 'notActive' || refusal === 'suspended') && standing !== 'active')
    return <MembershipMeaning profile={profile} standing={standing} />
  return (
    <>
      {refusal === 'lockedOut' && lockedOutSince ? (
        <p className={classes.cause}>
          {lockoutReason
            ? t('lockedWhy', { reason: lockoutReason, time: formatSince(lockedOutSince) })
            : t('lockedSince', { time: formatSince(lockedOutSince) })}
        </p>
      ) : null}
      {refusal === 'balanceTooLow' ? (
        <p className={classes.cause}>
          {minBalanceCents === null
            ? t('balanceNow', { balance: money(balanceCents) })
            : t('balanceMissing', { balance: money(balanceCents), name: device.name, min: money(minBalanceCents) })}
        </p>
      ) : null}
      <p className={classes.cause}>{t(`${refusal}.cause`)}</p>
    </>
  )
}

const mostNames = 4

/** What members end themselves, perhaps while they stand at the device. */
const ownCures: readonly Cure[] = ['signInOnSite', 'topUp', 'payOrTalk', 'getCertificate']

/** What the card still works on, and what to do after the cure. */
const After = ({ refusal: { refusal, device, isCard } }: { refusal: OwnRefusal }) => {
  const { t } = useTranslation('access')
  const { data } = useQuery(accessQuery)
  const works = data ? devicesOf(data).filter((item) => item.refusal === null && !item.offline && !item.relay) : []
  const names = works.slice(0, mostNames).map(({ name }) => name)
  const more = works.length - names.length
  const { cure } = refusals[refusal]
  return (
    <ul className={classes.after}>
      {names.length > 0 ? (
        <li>
          <Status kind="fine">
            {more > 0
              ? t('stillWorksMore', { names: names.join(', '), count: more })
              : t('stillWorks', { names: names.join(', ') })}
          </Status>
        </li>
      ) : null}
      {ownCures.includes(cure) ? (
        <li>
          <Status kind="info">{t(isCard ? 'afterCureCard' : 'afterCurePortal', { name: device.name })}</Status>
        </li>
      ) : null}
    </ul>
  )
}

/** Others who are in the space now, for readers the site shows them to; else the advice to ask on site. */
const Help = ({ refusal: { refusal }, profile, onGo }: SheetProps & { onGo: () => void }) => {
  const { t } = useTranslation('access')
  const isShown = useSite().features.enableMembersOnSite && standingOf(profile) === 'active'
  const { data } = useQuery({ ...onSiteQuery, enabled: isShown })
  if (isShown && data && data.count > 0) {
    return (
      <Button size="md" variant="default" component={Link} to="/dashboard" onClick={onGo}>
        {t('seeOnSite')}
      </Button>
    )
  }
  return refusal === 'notSignedIn' ? null : (
    <Text size="sm" c="dimmed">
      {t('askOnSite')}
    </Text>
  )
}

type ReportLinkProps = { device: OwnRefusal['device']; isActive: boolean; onGo: () => void }

/** A member who stands at a locked machine may know more about what is wrong. Its own page is open to every account. */
const ReportLink = ({ device: { id, name }, isActive, onGo }: ReportLinkProps) => {
  const { t } = useTranslation('issues')
  return (
    <Button
      size="md"
      variant="subtle"
      onClick={onGo}
      renderRoot={(props) =>
        isActive ? (
          <Link to="/tools/issue" search={{ place: name }} {...props} />
        ) : (
          <Link to="/things/$deviceId" params={{ deviceId: String(id) }} {...props} />
        )
      }
    >
      {t('reportAt', { name })}
    </Button>
  )
}

const Refused = ({ refusal, profile, own, onClose }: SheetProps & { onClose: () => void }) => (
  <Stack gap="md">
    <Cause refusal={refusal} profile={profile} own={own} />
    <Stack gap={10}>
      <CureButton
        refusal={refusal.refusal}
        names={refusals[refusal.refusal].isAboutMember ? '' : refusal.device.name}
        isMain
        onGo={onClose}
        own={own}
      />
      <Help refusal={refusal} profile={profile} onGo={onClose} />
      {refusal.refusal === 'lockedOut' ? (
        <ReportLink device={refusal.device} isActive={isActiveMember(profile)} onGo={onClose} />
      ) : null}
    </Stack>
    <After refusal={refusal} />
  </Stack>
)

const Cured = ({ refusal, onClose }: { refusal: OwnRefusal; onClose: () => void }) => {
  const { t } = useTranslation('access')
  return (
    <Stack gap="md">
      <p className={classes.cause}>{t('curedText', { name: refusal.device.name })}</p>
      <Button size="lg" onClick={onClose}>
        {t('curedDone')}
      </Button>
    </Stack>
  )
}

const Sheet = ({ refusal, profile, onClose }: SheetProps & { onClose: () => void }) => {
  const { t } = useTranslation('access')
  const { device, date, isCard, isCured } = refusal
  const [openedAs] = useState(refusal.id)
  const time = formatTime(date)
  const own = useOwnStanding()
  const isUnpaidNow = refusal.refusal === 'notActive' && own?.step === 'pay'
  const reason = isUnpaidNow ? describeKey('members:refusedUnpaid') : refusalTitle(refusal)
  const heading = isCured ? t(isCard ? 'curedCard' : 'curedPortal') : reason
  const say = useEffectEvent(() =>
    announce(isCured ? heading : `${t('refusedNow', { name: device.name, time })}. ${heading}`),
  )
  useEffect(() => say(), [openedAs, isCured])
  return (
    <SheetDialog
      onClose={onClose}
      size={440}
      padding="lg"
      closeLabel={t('refusalClose')}
      classNames={{ header: classes.header ?? '', title: classes.head ?? '', sheet: classes.sheet ?? '' }}
      title={
        <>
          <Status kind={isCured ? 'good' : markOf(refusal.refusal)} tinted>
            {isCured ? device.name : t('refusedNow', { name: device.name, time })}
          </Status>
          {/* Between what a screen reader says of both. */ ' '}
          <span className={classes.title}>{heading}</span>
        </>
      }
    >
      {isCured ? (
        <Cured refusal={refusal} onClose={onClose} />
      ) : (
        <Refused refusal={refusal} profile={profile} own={own} onClose={onClose} />
      )}
    </SheetDialog>
  )
}

type Props = { refusal: OwnRefusal | null; profile: Profile; onClose: () => void }

/** What a refused card means to the member who holds it: why, what ends that, who helps, what still works. */
export const RefusalDialog = ({ refusal, profile, onClose }: Props) =>
  refusal ? <Sheet key={refusal.id} refusal={refusal} profile={profile} onClose={onClose} /> : null

import { Text, Anchor, Stack, Card, Group, Title } from '@mantine/core'
import type { Standing } from '@spacekeeper/contract/members/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import type { OwnStanding } from '@spacekeeper/contract/signup/shapes.ts'
import { Link } from '@tanstack/react-router'
import { formatMoney, formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import { useOwnStanding } from '../signup/api.ts'
import { OwnStepButton, StandingText } from '../signup/standing-row.tsx'
import { isUnpaid, type NextTexts, nextUnpaid, standingOf, standings } from './standings.ts'

/** The state of a membership as a mark and a word. */
const MembershipState = ({ standing }: { standing: Standing }) => {
  const { t } = useTranslation('members')
  return <Status kind={standings[standing].boldKind}>{t(standings[standing].word)}</Status>
}

/** Which staff to turn to, and for what. */
const NextStep = ({ next: [withMail, withoutMail] }: { next: NextTexts }) => {
  const { t } = useTranslation('members')
  const mail = useSite().contact.admin
  const [before, address, after] = t(withMail, { mail }).split(/<\/?mail>/)
  return (
    <Text size="sm">
      {mail ? (
        <>
          {before}
          <Anchor href={`mailto:${mail}`} inherit underline="always">
            {address}
          </Anchor>
          {after}
        </>
      ) : (
        t(withoutMail)
      )}
    </Text>
  )
}

const intervals = { day: 'intervalDay', week: 'intervalWeek', month: 'intervalMonth', year: 'intervalYear' } as const

const PlanLine = ({ financial }: Pick<Profile, 'financial'>) => {
  const { t } = useTranslation('members')
  const { general } = useSite()
  const { membershipPlan: plan, membershipTier: tier, subscriptionState } = financial
  if (subscriptionState === 'cancelling') return <Dim>{t('activeCancelling')}</Dim>
  if (!plan) return null
  const interval = t(intervals[plan.interval], { count: plan.intervalAmount })
  const cost = formatMoney(plan.cost, general.siteLocaleCurrency)
  return <Dim>{t('activePlan', { tier: tier?.name ?? plan.name, cost, interval })}</Dim>
}

const Dim = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)

const InactivityLines = ({ inactivity }: Pick<Profile, 'inactivity'>) => {
  const { t } = useTranslation('members')
  const reason = inactivity?.reason.trim()
  return (
    <>
      <Dim>{t(isUnpaid(inactivity) ? 'inactiveUnpaidText' : standings.inactive.meaning)}</Dim>
      {reason ? <Text size="sm">{t('inactiveReason', { reason })}</Text> : null}
    </>
  )
}

/** Why a membership is not active. */
export const MembershipMeaning = ({
  profile,
  standing,
}: {
  profile: Profile
  standing: Exclude<Standing, 'active'>
}) => {
  const { t } = useTranslation('members')
  if (standing === 'suspended') return <SuspensionLines suspension={profile.suspension} />
  if (standing === 'inactive') return <InactivityLines inactivity={profile.inactivity} />
  return <Dim>{t(standings[standing].meaning)}</Dim>
}

/** Says what a membership that is not active means, why, and the next step. `own`: where members pay here. */
export const MembershipReason = ({ profile, own }: { profile: Profile; own: OwnStanding | undefined }) => {
  const standing = standingOf(profile)
  if (standing === 'active') return null
  const hasToPay = standing === 'inactive' && isUnpaid(profile.inactivity)
  const isByStaff = standing === 'suspended' || (standing === 'inactive' && !hasToPay)
  if (own && own.step !== null && !isByStaff) {
    return (
      <Stack gap={12} align="flex-start">
        <StandingText own={own} />
        <OwnStepButton own={own} />
      </Stack>
    )
  }
  return (
    <Stack gap={6} align="flex-start">
      <MembershipMeaning profile={profile} standing={standing} />
      {own && own.step !== null && standing !== 'suspended' ? (
        <>
          <StandingText own={own} />
          <OwnStepButton own={own} />
        </>
      ) : null}
      <NextStep next={hasToPay ? nextUnpaid : standings[standing].next} />
    </Stack>
  )
}

/** The sum that is owed while the card still works. */
const Owed = ({ own }: { own: OwnStanding }) =>
  own.dues.owedCents > 0 ? (
    <Stack gap={12} align="flex-start">
      <StandingText own={own} />
      <OwnStepButton own={own} />
    </Stack>
  ) : null

const SuspensionLines = ({ suspension }: Pick<Profile, 'suspension'>) => {
  const { t } = useTranslation('members')
  if (!suspension) return null
  const reason = suspension.reason.trim()
  return (
    <>
      <Dim>{t('suspendedSince', { day: formatDay(suspension.since) })}</Dim>
      <Text size="sm">{reason ? t('suspendedReason', { reason }) : t('suspendedNoReason')}</Text>
    </>
  )
}

/** To the plan: what it costs, what is open and how it is paid. */
const PlanAnchor = () => {
  const { t } = useTranslation('members')
  const { enableMembershipPayments } = useSite().features
  const isKiosk = useIsKiosk()
  if (!enableMembershipPayments || isKiosk) return null
  return (
    <Text>
      <Anchor renderRoot={(props) => <Link to="/account/membership-plan" {...props} />}>{t('seePlan')}</Anchor>
    </Text>
  )
}

/** What state the membership is in, what that means, and the next step. */
export const MembershipCard = () => {
  const { t } = useTranslation('members')
  const profile = useProfile()
  const own = useOwnStanding()
  if (!profile) return null
  const standing = standingOf(profile)
  const leadsOn = own?.step === 'plan' || own?.step === 'pay'
  return (
    <Card component="section" aria-label={t('membership')}>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Dim>{t('membership')}</Dim>
          <MembershipState standing={standing} />
        </Group>
        <Title order={2}>{t(standings[standing].title)}</Title>
        {standing === 'active' ? (
          <>
            <PlanLine financial={profile.financial} />
            {own ? <Owed own={own} /> : null}
          </>
        ) : (
          <MembershipReason profile={profile} own={own} />
        )}
        {leadsOn ? null : <PlanAnchor />}
      </Stack>
    </Card>
  )
}

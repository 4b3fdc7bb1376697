import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import type { Profile } from '@spacekeeper/contract/members.ts'
import { formatDay, formatMoney } from '#platform/i18n/format.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import { standingOf } from './standing-of.ts'

const badges = {
  active: { kind: 'good', text: 'stateActive' },
  noob: { kind: 'info', text: 'stateNoob' },
  inactive: { kind: 'warning', text: 'stateInactive' },
  suspended: { kind: 'refused', text: 'stateSuspended' },
  accountonly: { kind: 'none', text: 'stateAccountOnly' },
} as const

const titles = {
  active: 'activeTitle',
  noob: 'noobTitle',
  inactive: 'inactiveTitle',
  suspended: 'suspendedTitle',
  accountonly: 'accountOnlyTitle',
} as const

const meanings = { noob: 'noobText', inactive: 'inactiveText', accountonly: 'accountOnlyText' } as const

const nextSteps = {
  noob: ['nextNoob', 'nextNoobNoMail'],
  inactive: ['nextInactive', 'nextInactiveNoMail'],
  suspended: ['nextSuspended', 'nextSuspendedNoMail'],
  accountonly: ['nextAccountOnly', 'nextAccountOnlyNoMail'],
} as const

type Standing = keyof typeof badges

/** The state of somebody's membership as a mark and a word. */
const MembershipState = ({ standing }: { standing: Standing }) => {
  const { t } = useTranslation('members')
  return <Status kind={badges[standing].kind}>{t(badges[standing].text)}</Status>
}

/** Whom to turn to, and for what. */
const NextStep = ({ standing }: { standing: Exclude<Standing, 'active'> }) => {
  const { t } = useTranslation('members')
  const mail = useSite().contact.admin
  const [withMail, withoutMail] = nextSteps[standing]
  return (
    <Text size="sm">
      {mail ? (
        <Trans
          t={t}
          i18nKey={withMail}
          values={{ mail }}
          components={{ mail: <Anchor href={`mailto:${mail}`} inherit underline="always" /> }}
        />
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

/** What a membership that is not active means, why, and the next step. */
export const MembershipReason = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('members')
  const standing = standingOf(profile)
  if (standing === 'active') return null
  return (
    <Stack gap={6}>
      {standing === 'suspended' ? (
        <SuspensionLines suspension={profile.suspension} />
      ) : (
        <Dim>{t(meanings[standing])}</Dim>
      )}
      <NextStep standing={standing} />
    </Stack>
  )
}

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

/** What state the membership is in, what that means, and the next step. */
export const MembershipCard = () => {
  const { t } = useTranslation('members')
  const profile = useProfile()
  if (!profile) return null
  const standing = standingOf(profile)
  return (
    <Card component="section" aria-label={t('membership')}>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Dim>{t('membership')}</Dim>
          <MembershipState standing={standing} />
        </Group>
        <Title order={2}>{t(titles[standing])}</Title>
        {standing === 'active' ? <PlanLine financial={profile.financial} /> : <MembershipReason profile={profile} />}
      </Stack>
    </Card>
  )
}

import { Stack, Group, Title, Text, Tabs, Skeleton, Button } from '@mantine/core'
import type { MemberSummary } from '@spacekeeper/contract/members/shapes.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, Link, createFileRoute } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { late } from '#platform/ui/late.tsx'
import { Page, Empty } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { memberAccessQuery, saveGrants } from '../../access/api.ts'
import { MemberAccessForm } from '../../access/member-access-form.tsx'
import { MemberRefusalsCard } from '../../access/member-refusals-card.tsx'
import { MemberLogSheet } from '../../audit/member-log-sheet.tsx'
import { MemberPlanSheet } from '../../billing/member/member-plan-sheet.tsx'
import { UpcomingStepsCard } from '../../billing/member/upcoming-steps-card.tsx'
import { memberLedgerQuery } from '../../memberbucks/api.ts'
import { MemberBalanceSheet } from '../../memberbucks/member-balance-sheet.tsx'
import { MemberMessagesCard } from '../../messages/member-messages-card.tsx'
import { MemberCertificatesSheet } from '../../training/member-certificates-sheet.tsx'
import { memberQuery, memberDetailsQuery } from '../api.ts'
import { MemberCardsCard } from '../cards/member-cards-card.tsx'
import { MemberDetailsForm } from '../member-details-form.tsx'
import { MemberStateBadge } from '../standing-badge.tsx'
import { CloseAccountCard } from './close-account-card.tsx'
import { MemberEmailCard } from './email-card.tsx'
import { MemberDatesCard } from './member-dates-card.tsx'
import { MemberFactsCard } from './member-facts-card.tsx'
import { MemberKeysCard } from './member-keys-card.tsx'
import { MemberStrongLoginCard } from './member-strong-login-card.tsx'
import { RoleCard } from './role-card.tsx'
import { StaffBadge } from './staff-badge.tsx'
import { StandingCard } from './standing-card.tsx'
import classes from './member-page.module.css'

/** Comes with its words, where cards are on. */
const MemberAtStripeCard = late(async () => {
  const [{ MemberAtStripeCard: card }, { memberAtStripeText }] = await Promise.all([
    import('../../stripe/member-at-stripe-card.tsx'),
    import('../../stripe/member-text.ts'),
  ])
  addTexts({ stripe: memberAtStripeText })
  return card
})

const MemberPage = () => {
  const { memberId } = Route.useParams()
  const id = /^\d{1,9}$/.test(memberId) ? Number(memberId) : 0
  return id > 0 ? <KnownMember key={id} id={id} /> : <UnknownMember />
}

const KnownMember = ({ id }: { id: number }) => {
  const member = useQuery(memberQuery(id))
  if (hasCode(member.error, 'notFound')) return <UnknownMember />
  if (hasCode(member.error, 'memberClosed')) return <ClosedMember />
  return (
    <Page query={member} skeleton={<HeaderSkeleton />}>
      {(known) => (
        <Stack gap="lg">
          <MemberHeader member={known} />
          <MemberTabs member={known} />
        </Stack>
      )}
    </Page>
  )
}

const MemberHeader = ({ member }: { member: MemberSummary }) => {
  const { t } = useTranslation('members')
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Title order={2} fz="xl" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
          {member.fullName}
        </Title>
        <MemberStateBadge member={member} tinted />
        <StaffBadge member={member} />
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {member.screenName}, {member.email},{' '}
        {member.lastSeen ? t('seen', { moment: formatMoment(member.lastSeen) }) : t('neverSeenYet')}
      </Text>
    </Stack>
  )
}

const tabs = ['profile', 'access', 'training', 'plan', 'billing', 'log'] as const

type MemberTab = (typeof tabs)[number]

const tabWords = {
  profile: 'tabProfile',
  access: 'tabAccess',
  training: 'tabTraining',
  plan: 'tabPlan',
  billing: 'tabBilling',
  log: 'tabLog',
} as const satisfies Record<MemberTab, string>

const tabFor = {
  profile: 'members',
  access: 'access',
  training: 'members',
  plan: 'money',
  billing: 'money',
  log: 'members',
} as const satisfies Record<MemberTab, Permission>

const knownTab = (value: unknown) => tabs.find((tab) => tab === value)

/** Which tab is open stands in the address, so that it can be linked and leaving unsaved changes asks. */
const MemberTabs = ({ member }: { member: MemberSummary }) => {
  const { t } = useTranslation('members')
  const { tab } = Route.useSearch()
  const navigate = useNavigate()
  const profile = useProfile()
  const { enableMemberBucks, enableStripe } = useSite().features
  // What was booked before balances were turned off stays readable.
  const books = useInfiniteQuery({
    ...memberLedgerQuery(member.id),
    enabled: !enableMemberBucks && isStaffFor(profile, 'money'),
  })
  const hasBooks = enableMemberBucks || (books.data?.pages[0]?.entries.length ?? 0) > 0
  const allowed = tabs.filter((one) => isStaffFor(profile, tabFor[one])).filter((one) => one !== 'billing' || hasBooks)
  const open = allowed.find((one) => one === tab) ?? allowed[0] ?? null
  const go = (value: string | null) => {
    const next = knownTab(value)
    void navigate({
      to: '/manage/members/$memberId',
      params: { memberId: String(member.id) },
      search: next === undefined || next === allowed[0] ? {} : { tab: next },
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <Tabs value={open} onChange={go} keepMounted={false}>
      <Tabs.List mb="md">
        {allowed.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(tabWords[name])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="profile">
        <MemberProfile member={member} />
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <MemberAccess member={member} />
      </Tabs.Panel>
      <Tabs.Panel value="training">
        <MemberCertificatesSheet memberId={member.id} name={member.fullName} />
      </Tabs.Panel>
      <Tabs.Panel value="plan">
        <MemberPlanSheet memberId={member.id} name={member.fullName}>
          <UpcomingStepsCard memberId={member.id} />
          {enableStripe ? <MemberAtStripeCard memberId={member.id} name={member.fullName} /> : null}
        </MemberPlanSheet>
      </Tabs.Panel>
      <Tabs.Panel value="billing">
        <MemberBalanceSheet memberId={member.id} name={member.fullName} />
      </Tabs.Panel>
      <Tabs.Panel value="log">
        <MemberLogSheet memberId={member.id} name={member.fullName} hasDeeds={profile?.admin ?? false} />
      </Tabs.Panel>
    </Tabs>
  )
}

const MemberProfile = ({ member }: { member: MemberSummary }) => {
  const details = useQuery(memberDetailsQuery(member.id))
  return (
    <Page query={details} skeleton={<RowsSkeleton rows={5} />}>
      {(known) => (
        <div className={classes.columns}>
          <Stack gap="md">
            {known.tasks.includes('details') ? (
              <MemberDetailsForm member={known} />
            ) : (
              <MemberFactsCard member={known} />
            )}
            <MemberCardsCard
              memberId={known.id}
              mayChange={known.tasks.includes('cards')}
              hasAccess={known.grantedDoors + known.grantedMachines > 0}
            />
          </Stack>
          <Stack gap="md">
            {known.emailState === 'confirmed' ? null : <MemberEmailCard member={known} />}
            <StandingCard member={known} />
            <RoleCard member={known} />
            <MemberStrongLoginCard
              memberId={known.id}
              name={member.fullName}
              mayReset={known.tasks.includes('email')}
            />
            <MemberKeysCard memberId={known.id} />
            {known.emailState === 'confirmed' ? <MemberEmailCard member={known} /> : null}
            <MemberMessagesCard member={{ ...known, name: member.fullName }} />
            <MemberDatesCard member={known} />
            {known.tasks.includes('closing') ? <CloseAccountCard member={known} /> : null}
          </Stack>
        </div>
      )}
    </Page>
  )
}

const MemberAccess = ({ member }: { member: MemberSummary }) => {
  const { t } = useTranslation('members')
  const access = useQuery(memberAccessQuery(member.id))
  return (
    <Page
      query={access}
      skeleton={<RowsSkeleton rows={5} />}
      isEmpty={({ doors, interlocks }) => doors.length + interlocks.length === 0}
      empty={<Empty title={t('noDoorsTitle')} text={t('noDoorsText', { name: member.fullName })} />}
    >
      {(known) => (
        <MemberAccessForm access={known} name={member.fullName} onSave={(changes) => saveGrants(member.id, changes)}>
          <MemberRefusalsCard memberId={member.id} />
        </MemberAccessForm>
      )}
    </Page>
  )
}

const HeaderSkeleton = () => (
  <Stack gap="lg">
    <Stack gap={8}>
      <Skeleton height={30} width={220} />
      <Skeleton height={16} width={320} />
    </Stack>
    <RowsSkeleton rows={5} />
  </Stack>
)

const UnknownMember = () => {
  const { t } = useTranslation('members')
  return (
    <Empty
      title={t('unknownTitle')}
      text={t('unknownText')}
      action={
        <Button size="xs" component={Link} to="/manage/members">
          {t('allMembers')}
        </Button>
      }
    />
  )
}

const ClosedMember = () => {
  const { t } = useTranslation('members')
  return (
    <Empty
      title={t('closedTitle')}
      text={t('closedText')}
      action={
        <Button size="xs" component={Link} to="/manage/members">
          {t('allMembers')}
        </Button>
      }
    />
  )
}

export const Route = createFileRoute('/manage/members/$memberId')({
  component: MemberPage,
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: MemberTab } => {
    const known = knownTab(tab)
    return known ? { tab: known } : {}
  },
  staticData: {
    title: 'members:titleMember',
    loggedIn: true,
    staff: ['members', 'access', 'money'],
    hiddenMenu: true,
    backButton: '/manage/members',
  },
})

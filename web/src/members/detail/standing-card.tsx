import { Stack, Text, Button, Card, Group, Title, Divider } from '@mantine/core'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import type { StaffAction } from '@spacekeeper/contract/members/words.ts'
import { useState } from 'react'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { staff } from '../api.ts'
import { MemberStateBadge, stateWord } from '../standing-badge.tsx'
import { fullNameOf, describeAction, describeReason } from './standing-actions.ts'
import { StandingDialog } from './standing-dialog.tsx'

const done = {
  makeMember: 'doneMakeMember',
  activate: 'doneActivate',
  deactivate: 'doneDeactivate',
  suspend: 'doneSuspend',
  lift: 'doneLift',
} as const satisfies Record<StaffAction, string>

/** Those that take a reason are asked for first. */
const asking: readonly StaffAction[] = ['deactivate', 'suspend', 'lift']

/** Those that let a member in. */
const welcoming: readonly StaffAction[] = ['makeMember', 'activate', 'lift']

/** Whether it could be done. */
const run = async (action: StaffAction, input: { memberId: number; reason: string }): Promise<boolean> => {
  const { memberId, reason } = input
  if (action === 'makeMember') return (await staff.makeMember({ memberId })).success
  if (action === 'suspend') await staff.suspend({ memberId, reason })
  if (action === 'lift') await staff.liftSuspension({ memberId, reason })
  if (action === 'deactivate') await staff.setState({ memberId, state: 'inactive', reason })
  if (action === 'activate') await staff.setState({ memberId, state: 'active' })
  return true
}

type ActionProps = { meaning: string; label: string; isFirst?: boolean; isBusy: boolean; onClick: () => void }

const Action = ({ meaning, label, isFirst = false, isBusy, onClick }: ActionProps) => (
  <Stack gap={8} align="flex-start">
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {meaning}
    </Text>
    <Button variant={isFirst ? 'filled' : 'default'} loading={isBusy} onClick={onClick}>
      {label}
    </Button>
  </Stack>
)

/** Does one thing at a time, and says how it went. */
const useStanding = (member: MemberDetails) => {
  const { t } = useTranslation('members')
  const { enableMail } = useSite().features
  const [busy, setBusy] = useState<StaffAction | 'welcome' | null>(null)
  const name = fullNameOf(member)

  const act = async (action: StaffAction, reason = '') => {
    const isDone = await run(action, { memberId: member.id, reason })
    if (isDone) notify.done({ text: t(done[action], { name }) })
    else notify.failed(t('makeMemberFailed'))
  }
  const once = async (what: StaffAction | 'welcome', task: () => Promise<unknown>) => {
    if (busy) return
    setBusy(what)
    await task().catch((error: unknown) => notify.failed(error))
    setBusy(null)
  }
  const welcome = async () => {
    await staff.sendWelcome({ memberId: member.id })
    notify.done({ text: t(enableMail ? 'doneWelcome' : 'doneWelcomeNoMail', { name }) })
  }
  return {
    busy,
    act,
    actNow: (action: StaffAction) => void once(action, () => act(action)),
    welcomeNow: () => void once('welcome', welcome),
  }
}

/** The state of a membership, what can be done about it, and what each of it does, said before it is done. */
export const StandingCard = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const { busy, act, actNow, welcomeNow } = useStanding(member)
  const { enableMail } = useSite().features
  const [asked, setAsked] = useState<StaffAction | null>(null)
  return (
    <Card component="section" aria-labelledby="member-standing">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="member-standing">
          {t('membership')}
        </Title>
        <MemberStateBadge member={{ state: member.state, isSuspended: member.suspension !== null }} />
      </Group>
      <Stack gap="md">
        {member.suspension ? <SuspensionFacts member={member} suspension={member.suspension} /> : null}
        {member.actions.map((action) => (
          <Action
            key={action}
            meaning={describeAction(t, { action, member, hasMail: enableMail })}
            label={t(action)}
            isFirst={welcoming.includes(action)}
            isBusy={busy === action}
            onClick={() => (asking.includes(action) ? setAsked(action) : actNow(action))}
          />
        ))}
        {member.actions.length > 0 || member.suspension ? <Divider /> : null}
        <Action
          meaning={t(enableMail ? 'welcomeMeaning' : 'welcomeNoMail', { email: member.email })}
          label={t('sendWelcome')}
          isBusy={busy === 'welcome'}
          onClick={welcomeNow}
        />
      </Stack>
      {asked ? (
        <StandingDialog
          title={t(asked)}
          meaning={describeAction(t, { action: asked, member, hasMail: enableMail })}
          hint={describeReason(t, { action: asked, member, hasMail: enableMail })}
          needsReason={asked === 'suspend'}
          isDangerous={!welcoming.includes(asked)}
          run={(reason) => act(asked, reason)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Card>
  )
}

type FactsProps = { member: MemberDetails; suspension: NonNullable<MemberDetails['suspension']> }

const SuspensionFacts = ({ member, suspension }: FactsProps) => {
  const { t } = useTranslation('members')
  return (
    <Stack gap={4}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('suspendedBecause', { since: formatDay(suspension.since), reason: suspension.reason })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('membershipBelow', { state: t(stateWord(member.membershipState)) })}
      </Text>
    </Stack>
  )
}

import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { EmailLink } from '@spacekeeper/contract/auth/shapes.ts'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import { emailStateWords } from '@spacekeeper/contract/members/words.ts'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { cancelInvitation, confirmEmail, createEmailLink, sendEmailLink } from '../api.ts'
import { fullNameOf } from './standing-actions.ts'

const minuteMs = 60_000

/** What is missing before the member can log in, in a sentence. */
const useMeaning = (member: MemberDetails) => {
  const { t } = useTranslation('members')
  const now = useNow(minuteMs)
  const name = fullNameOf(member)
  const { emailState, invitationEndsAt, hasPassword, pendingEmail } = member
  if (pendingEmail !== null) return t('pendingEmailMeaning', { name, email: pendingEmail })
  if (emailState === 'invited' && invitationEndsAt !== null) {
    const isOver = new Date(invitationEndsAt).getTime() <= now
    return t(isOver ? 'invitationOver' : 'invitationOpen', { name, moment: formatMoment(invitationEndsAt) })
  }
  if (!hasPassword) return t('noPasswordYet', { name })
  return t(emailState === 'unconfirmed' ? 'unconfirmedMeaning' : 'passwordLinkMeaning', { name })
}

/** Each thing is done once at a time, says how it went and asks for the member anew. */
const useAct = <Result,>(input: { run: () => Promise<Result>; done: (result: Result) => void }) => {
  return useMutation({
    mutationFn: input.run,
    onSuccess: (result) => {
      input.done(result)
    },
    onError: notify.failed,
  })
}

const EmailActions = ({ member, onLink }: { member: MemberDetails; onLink: (link: EmailLink) => void }) => {
  const { t } = useTranslation('members')
  const { enableMail } = useSite().features
  const { id: memberId, hasPassword, emailState, pendingEmail } = member
  const isChange = pendingEmail !== null
  const email = pendingEmail ?? member.email
  const name = fullNameOf(member)
  const confirm = useAct({
    run: () => confirmEmail({ memberId }),
    done: () => notify.done({ text: t('emailConfirmed', { email }) }),
  })
  const send = useAct({
    run: () => sendEmailLink({ memberId }),
    done: () => notify.done({ text: t('emailLinkSent', { email }) }),
  })
  const copy = useAct({ run: () => createEmailLink({ memberId }), done: onLink })
  const cancel = useAct({
    run: () => cancelInvitation({ memberId }),
    done: () =>
      notify.done({
        text: isChange ? t('emailChangeCancelled', { name, email: member.email }) : t('invitationCancelled', { name }),
      }),
  })
  const isUnconfirmed = hasPassword && emailState === 'unconfirmed'
  const isConfirmable = isChange || isUnconfirmed
  const isSendable = enableMail && (!hasPassword || isConfirmable)
  return (
    <Group gap="xs">
      {isConfirmable ? (
        <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t(isChange ? 'confirmNewEmail' : 'confirmEmail')}
        </Button>
      ) : null}
      {isSendable ? (
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {t(hasPassword || isChange || emailState === 'invited' ? 'sendAgain' : 'inviteByEmail')}
        </Button>
      ) : null}
      <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
        {t(hasPassword && !isUnconfirmed ? 'createPasswordLink' : 'createLink')}
      </Button>
      {isChange || emailState === 'invited' ? (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t(isChange ? 'cancelEmailChange' : 'cancelInvitation')}
        </Button>
      ) : null}
    </Group>
  )
}

/** Whether the member can log in, and how staff help where no email arrives. */
export const MemberEmailCard = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const { enableMail } = useSite().features
  const [made, setMade] = useState<EmailLink | null>(null)
  const meaning = useMeaning(member)
  const mayChange = member.tasks.includes('email')
  return (
    <Card component="section" aria-labelledby="member-email">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="member-email">
          {t('emailAndLogin')}
        </Title>
        <Status kind={member.emailState === 'confirmed' && member.pendingEmail === null ? 'fine' : 'waiting'}>
          {member.pendingEmail === null ? emailStateWords[member.emailState] : t('pendingEmail')}
        </Status>
      </Group>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {meaning} {enableMail || member.emailState === 'confirmed' ? null : t('noMailServer')}
        </Text>
        {mayChange ? <EmailActions member={member} onLink={setMade} /> : null}
        {made ? (
          <Stack gap={8} role="status">
            <Text size="sm">{t('linkOnce', { moment: formatMoment(made.endsAt) })}</Text>
            <CopyField text={made.link} label={t('copyLink')} />
          </Stack>
        ) : null}
      </Stack>
    </Card>
  )
}

import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { MyPlan, OtherHousehold } from '@spacekeeper/contract/billing/shapes.ts'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { plan } from './api.ts'
import { lastDayBefore } from './plan-state.ts'

/** The household the member is in, whose payer is another member. */
export const OtherHouseholdCard = ({ household }: { household: OtherHousehold }) => {
  const { t } = useTranslation('billing')
  const [isLeaving, setLeaving] = useState(false)
  const { id: personId, payer, plan: name, tier, hasAccess, accessUntil } = household
  const leave = async () => {
    await plan.removePerson({ personId })
    notify.done({ text: t('left') })
  }
  return (
    <Card component="section" aria-labelledby="other-household">
      <Stack gap="xs" align="flex-start">
        <Title order={2} id="other-household">
          {t('otherHousehold', { payer })}
        </Title>
        <Text>{t('otherText', { payer, plan: `${tier}, ${name}` })}</Text>
        {hasAccess ? (
          <Status kind="fine">{t('otherUntil', { day: formatCalendarDay(lastDayBefore(accessUntil)) })}</Status>
        ) : (
          <Status kind="warning">{t('otherNoAccess', { payer })}</Status>
        )}
        <Button variant="default" onClick={() => setLeaving(true)}>
          {t('leave')}
        </Button>
      </Stack>
      {isLeaving ? (
        <ConfirmDialog
          title={t('leaveTitle', { payer })}
          text={t('leaveText')}
          action={t('leave')}
          isDangerous
          run={leave}
          onClose={() => setLeaving(false)}
        />
      ) : null}
    </Card>
  )
}

/** A place in a household that is offered to the member. */
export const InvitationCard = ({ invitation }: { invitation: MyPlan['invitations'][number] }) => {
  const { t } = useTranslation('billing')
  const { id: invitationId, payer } = invitation
  const reply = useMutation({
    mutationFn: async (isAccepted: boolean) => {
      await (isAccepted ? plan.acceptInvitation({ invitationId }) : plan.withdrawInvitation({ invitationId }))
      return isAccepted
    },
    onSuccess: (isAccepted) => {
      notify.done({ text: isAccepted ? t('accepted', { payer }) : t('declined') })
    },
    onError: notify.failed,
  })
  return (
    <Card component="section" aria-label={t('invitation', { payer })}>
      <Stack gap="xs" align="flex-start">
        <Title order={2}>{t('invitation', { payer })}</Title>
        <Text>{t('invitationText', { plan: invitation.plan })}</Text>
        <Group gap="xs">
          <Button loading={reply.isPending && reply.variables} onClick={() => reply.mutate(true)}>
            {t('accept')}
          </Button>
          <Button variant="default" loading={reply.isPending && !reply.variables} onClick={() => reply.mutate(false)}>
            {t('decline')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

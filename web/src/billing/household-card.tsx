import { Button, Card, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { HouseholdInvitation, HouseholdPerson, MyHousehold } from '@spacekeeper/contract/billing/shapes.ts'
import { householdRoles } from '@spacekeeper/contract/billing/words.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay, formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { plan } from './api.ts'
import classes from './my-plan.module.css'

const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('billing')
  return (
    <FormDialog
      title={t('inviteTitle')}
      action={t('inviteSend')}
      initial={{ email: '', role: 'adult' }}
      schema={billingApi.invite.body}
      submit={async (invitation) => {
        await plan.invite(invitation)
        notify.done({ text: t('invited', { email: invitation.email }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('inviteText')}</Text>
          <TextInput
            {...field('email')}
            type="email"
            inputMode="email"
            label={t('inviteEmail')}
            autoComplete="off"
            data-autofocus
          />
          <NativeSelect
            {...field('role')}
            label={t('inviteRole')}
            data={householdRoles.map((role) => ({ value: role, label: t(role) }))}
          />
        </>
      )}
    </FormDialog>
  )
}

const PersonRow = ({ person, onRemove }: { person: HouseholdPerson; onRemove: () => void }) => {
  const { t } = useTranslation('billing')
  const { name, role, joinedOn, hasAccess } = person
  const facts = [t(role), t('personSince', { day: formatCalendarDay(joinedOn) })]
  return (
    <li className={classes.row}>
      <span>
        {name}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {[...facts, ...(hasAccess ? [] : [t('personNoAccess')])].join(', ')}
        </span>
      </span>
      <Button variant="subtle" size="compact-sm" onClick={onRemove} aria-label={t('removeOf', { name })}>
        {t('remove')}
      </Button>
    </li>
  )
}

const InvitationRow = ({ invitation }: { invitation: HouseholdInvitation }) => {
  const { t } = useTranslation('billing')
  const { id: invitationId, email, role, invitedAt } = invitation
  const withdraw = useMutation({
    mutationFn: () => plan.withdrawInvitation({ invitationId }),
    onSuccess: () => {
      notify.done({ text: t('withdrawn') })
    },
    onError: notify.failed,
  })
  return (
    <li className={classes.row}>
      <span>
        {email}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {[t(role), t('invitedOn', { moment: formatMoment(invitedAt) })].join(', ')}
        </span>
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
        aria-label={t('withdrawOf', { email })}
      >
        {t('withdraw')}
      </Button>
    </li>
  )
}

/** The people the member's plan covers with them, and who is invited. */
export const HouseholdCard = ({ household }: { household: MyHousehold }) => {
  const { t } = useTranslation('billing')
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<HouseholdPerson | null>(null)
  const { maxPeople, people, invitations } = household
  const free = Math.max(0, maxPeople - 1 - people.length - invitations.length)
  const remove = async ({ id: personId, name }: HouseholdPerson) => {
    await plan.removePerson({ personId })
    notify.done({ text: t('removed', { name }) })
  }
  return (
    <Card component="section" aria-labelledby="household">
      <Title order={2} id="household">
        {t('household')}
      </Title>
      <Text className={classes.quiet ?? ''}>
        {`${t('householdText', { count: maxPeople - 1 })} ${t('householdPlaces', { count: free })}`}
      </Text>
      {people.length + invitations.length > 0 ? (
        <ul className={classes.list}>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} onRemove={() => setLeaving(person)} />
          ))}
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      ) : null}
      {free > 0 ? (
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setInviting(true)}
          >
            {t('invite')}
          </Button>
        </div>
      ) : null}
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {leaving ? (
        <ConfirmDialog
          title={t('removeTitle', { name: leaving.name })}
          text={t('removeText')}
          action={t('remove')}
          isDangerous
          run={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </Card>
  )
}

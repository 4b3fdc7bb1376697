import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { Invitation } from '@spacekeeper/contract/auth/shapes.ts'
import { joinNames } from '@spacekeeper/contract/full-name.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { inviteMember } from '../api.ts'
import { hintBelow } from '../field-props.ts'

type AddedMember = { name: string; memberId: number; link: string; endsAt: string }

/** Staff add a person, who gets the link by email or from their hands. */
export const AddMemberDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('members')
  const [added, setAdded] = useState<AddedMember | null>(null)
  return (
    <BasicDialog title={t('addMember')} onClose={onClose} size={480} closeOnClickOutside={false}>
      {added ? <LinkToGive added={added} onClose={onClose} /> : <PersonForm onAdded={setAdded} onClose={onClose} />}
    </BasicDialog>
  )
}

const PersonForm = ({ onAdded, onClose }: { onAdded: (added: AddedMember) => void; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const { enableMail } = useSite().features
  return (
    <DialogForm
      action={t('addMember')}
      initial={{ firstName: '', lastName: '', email: '', makesMember: false, sendsMail: enableMail }}
      schema={Invitation}
      submit={async (person) => {
        const answer = await inviteMember(person)
        return { ...answer, email: person.email, name: joinNames(person.firstName, person.lastName) }
      }}
      explain={(error) => (hasCode(error, 'emailTaken') ? { fields: { email: t('addEmailTaken') } } : null)}
      onDone={({ link, email, ...person }) => {
        if (link !== null) return onAdded({ ...person, link })
        notify.done({ text: t('addInvited', { name: person.name, email }) })
        onClose()
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm" c="dimmed">
            {t('addMemberHint')} {enableMail ? null : t('addMemberNoMail')}
          </Text>
          <Group gap="sm" grow align="flex-start">
            <TextInput {...field('firstName')} label={t('addFirstName')} autoComplete="off" data-autofocus />
            <TextInput
              {...field('lastName')}
              label={t('addLastName')}
              description={t('addOneName')}
              inputWrapperOrder={hintBelow}
              autoComplete="off"
            />
          </Group>
          <TextInput {...field('email')} label={t('addEmail')} type="email" autoComplete="off" />
          <Switch
            {...field('makesMember', 'checkbox')}
            label={t('addMakesMember')}
            description={t(enableMail ? 'addMakesMemberHint' : 'addMakesMemberNoMail')}
          />
          {enableMail ? (
            <Switch {...field('sendsMail', 'checkbox')} label={t('addSendsMail')} description={t('addSendsMailHint')} />
          ) : null}
        </>
      )}
    </DialogForm>
  )
}

const LinkToGive = ({ added, onClose }: { added: AddedMember; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const { name, memberId, link, endsAt } = added
  return (
    <Stack gap="md">
      <Text role="status">{t('addLinkText', { name, moment: formatMoment(endsAt) })}</Text>
      <CopyField text={link} label={t('copyLink')} />
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/manage/members/$memberId" params={{ memberId: String(memberId) }} />
          )}
        >
          {t('openMember')}
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </Group>
    </Stack>
  )
}

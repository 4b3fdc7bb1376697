import { Button, Card, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import { erasedFields } from '@spacekeeper/contract/members/forms.ts'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import type { AccountClosing } from '@spacekeeper/contract/profile/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { refreshAfter } from '#platform/api/refresh.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { formatList, formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { closeMember, memberClosingQuery } from '../api.ts'
import { fullNameOf } from './standing-actions.ts'

/** How staff close an account, for members who ask for it and for accounts that no one uses. */
export const CloseAccountCard = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const [isOpen, setOpen] = useState(false)
  const name = fullNameOf(member)
  return (
    <Card component="section" aria-labelledby="member-close">
      <Title order={2} id="member-close" mb="sm">
        {t('closeAccount')}
      </Title>
      <Stack gap={8} align="flex-start">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('closeAccountHint', { name })}
        </Text>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('closeAccountOpen')}
        </Button>
      </Stack>
      {isOpen ? <CloseAccountDialog member={member} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

type Props = { member: MemberDetails; onClose: () => void }

/** Says what becomes of what, then asks for the address of the member: it must not be another one who is erased. */
const CloseAccountDialog = ({ member, onClose }: Props) => {
  const { t } = useTranslation('members')
  const title = t('closeAccountTitle', { name: fullNameOf(member) })
  return (
    <BasicDialog title={title} onClose={onClose} size={560} closeOnClickOutside={false}>
      <Page query={useQuery(memberClosingQuery(member.id))} skeleton={<RowsSkeleton rows={4} />}>
        {(closing) =>
          closing.isLastAdministrator ? (
            <Status kind="refused">{t('closeLastAdministrator')}</Status>
          ) : (
            <Stack gap={18}>
              <Consequences member={member} closing={closing} />
              <CloseForm member={member} onClose={onClose} />
            </Stack>
          )
        }
      </Page>
    </BasicDialog>
  )
}

const Consequences = ({ member, closing }: { member: MemberDetails; closing: AccountClosing }) => {
  const { t } = useTranslation('members')
  const site = useSite()
  const { cards, devices, isOnSite, uses, balanceCents, isSuspended } = closing
  const amount = formatMoney(Math.abs(balanceCents), site.general.siteLocaleCurrency)
  const fields = formatList(erasedFields.map((field) => memberFields[field].label))
  return (
    <>
      <Facts
        title={t('closeNow')}
        facts={[
          t('closeNowAccount', { name: fullNameOf(member) }),
          `${t('closeNowCards', { count: cards })} ${t('closeNowDevices', { count: devices })}`.trim(),
          ...(isOnSite ? [t('closeNowVisit')] : []),
          ...(uses > 0 ? [t('closeNowUses', { count: uses })] : []),
          t('closeNowErased'),
          site.features.enableMail ? t('closeNowEmail', { email: member.email }) : t('closeNowNoEmail'),
        ]}
      />
      <Facts
        title={t('closeKept')}
        facts={[
          t('closeKeptHistory'),
          ...(balanceCents === 0 ? [] : [t(balanceCents < 0 ? 'closeKeptDebt' : 'closeKeptBalance', { amount })]),
          ...(isSuspended ? [t('closeKeptSuspension')] : []),
        ]}
      />
      <details>
        <summary>{t('closeDetails')}</summary>
        <FactList facts={[t('closeErasedFields', { fields }), t('closeKeptMessages'), t('closeKeptAudit')]} />
      </details>
    </>
  )
}

const Facts = ({ title, facts }: { title: string; facts: readonly string[] }) => (
  <div>
    <Text fw={600}>{title}</Text>
    <FactList facts={facts} />
  </div>
)

const FactList = ({ facts }: { facts: readonly string[] }) => (
  <List size="sm" spacing={4} mt={4} style={{ overflowWrap: 'anywhere' }}>
    {facts.map((fact) => (
      <List.Item key={fact}>{fact}</List.Item>
    ))}
  </List>
)

const CloseForm = ({ member, onClose }: Props) => {
  const { t } = useTranslation('members')
  const navigate = useNavigate()
  const { id: memberId, email } = member
  const close = (typed: { confirmation: string }) =>
    refreshAfter(async () => {
      await closeMember({ memberId, ...typed })
      notify.done({ text: t('closeDone', { name: fullNameOf(member) }) })
      await navigate({ to: '/manage/members' })
    })
  return (
    <DialogForm
      action={t('closeAccount')}
      isDangerous
      initial={{ confirmation: '' }}
      schema={z.object({
        confirmation: z
          .string()
          .overwrite(plainEmail)
          .pipe(z.literal(plainEmail(email), t('closeConfirmWrong', { email }))),
      })}
      submit={close}
      onClose={onClose}
    >
      {({ field }) => (
        <TextInput
          {...field('confirmation')}
          label={t('closeConfirm', { email })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </DialogForm>
  )
}

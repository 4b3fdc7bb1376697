import { Stack, Text, Group, Button, TextInput } from '@mantine/core'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import { erasedFields } from '@spacekeeper/contract/members/forms.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { AccountClosing } from '@spacekeeper/contract/profile/shapes.ts'
import { closingWords } from '@spacekeeper/contract/profile/words.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { formatList, formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { endSession as forgetSession, useProfile, whileEndingSession } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { closingQuery, closeAccount } from './api.ts'
import classes from './profile.module.css'

/** Says what becomes of what, then asks for the password and for the words that confirm it. */
export const CloseDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('profile')
  return (
    <BasicDialog opened={opened} onClose={onClose} title={t('closeHeading')} size={560} closeOnClickOutside={false}>
      <Closable onClose={onClose} />
    </BasicDialog>
  )
}

const Closable = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profile')
  return (
    <Page query={useQuery(closingQuery)} skeleton={<RowsSkeleton rows={4} />}>
      {(closing) =>
        closing.isLastAdministrator ? (
          <Stack gap={18}>
            <Status kind="refused">{t('closeLastAdministrator')}</Status>
            <Text size="sm">{t('closeLastAdministratorHint')}</Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack gap={18}>
            <Consequences closing={closing} />
            <CloseForm onClose={onClose} />
          </Stack>
        )
      }
    </Page>
  )
}

const Consequences = ({ closing }: { closing: AccountClosing }) => {
  const { t } = useTranslation('profile')
  const site = useSite()
  const { cards, devices, isOnSite, uses, balanceCents, isSuspended } = closing
  const amount = formatMoney(Math.abs(balanceCents), site.general.siteLocaleCurrency)
  const now = [
    t('closeNowAccount'),
    `${t('closeNowCards', { count: cards })} ${t('closeNowDevices', { count: devices })}`.trim(),
    ...(isOnSite ? [t('closeNowVisit')] : []),
    ...(uses > 0 ? [t('closeNowUses', { count: uses })] : []),
    t('closeNowErased'),
  ]
  const kept = [
    t('closeKeptHistory'),
    ...(balanceCents !== 0 ? [t(balanceCents < 0 ? 'closeKeptDebt' : 'closeKeptBalance', { amount })] : []),
    ...(isSuspended ? [t('closeKeptSuspension')] : []),
  ]
  const fields = formatList(erasedFields.map((name) => memberFields[name].label))
  const details = [t('closeErasedFields', { fields }), t('closeKeptMessages'), t('closeKeptAudit')]
  return (
    <>
      <Facts title={t('closeNow')} facts={now} />
      <Facts title={t('closeKept')} facts={kept} />
      <details>
        <summary>{t('closeDetails')}</summary>
        <ul className={classes.facts}>
          {details.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </details>
      <Text size="sm">{t('closeFirst')}</Text>
    </>
  )
}

const Facts = ({ title, facts }: { title: string; facts: readonly string[] }) => (
  <div>
    <Text fw={600}>{title}</Text>
    <ul className={classes.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  </div>
)

const Closing = profileApi.closeAccount.body

/** Of a member without a password, who shows a passkey instead. */
const ClosingAlone = Closing.pick({ confirmation: true })

/** The last step; it ends every session of the member. */
const CloseForm = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profile')
  const hasPassword = useProfile()?.hasPassword !== false
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <DialogForm
      action={t('closeSubmit')}
      isDangerous
      initial={{ password: '', confirmation: '' }}
      schema={hasPassword ? Closing : ClosingAlone}
      submit={(typed) =>
        whileEndingSession(async () => {
          await closeAccount(typed)
          forgetSession(client)
          await navigate({ to: '/login', state: { isAccountClosed: true } })
        })
      }
      explain={(error) => (hasCode(error, 'wrongPassword') ? { fields: { password: t('wrongPassword') } } : null)}
      onDone={onClose}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {hasPassword ? (
            <PasswordField {...field('password')} label={t('currentPassword')} autoComplete="current-password" />
          ) : null}
          <TextInput
            {...field('confirmation')}
            label={t('closeConfirm', { words: closingWords })}
            autoComplete="off"
            autoCapitalize="none"
          />
        </>
      )}
    </DialogForm>
  )
}

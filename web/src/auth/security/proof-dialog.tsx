import { Button, Stack, Text } from '@mantine/core'
import type { ProviderButton } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { Password, SecondFactorCode } from '@spacekeeper/contract/auth/shapes.ts'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import type { WantedProof } from '#platform/session/proof-request.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { CodeField } from '../code-field.tsx'
import { goToProve } from '../providers/provider-login.ts'
import { confirmSession, proofsQuery, startConfirmation } from './api.ts'
import { usePasskeyProblem } from './passkey-problem.ts'
import { answerWithPasskey, canUsePasskeys } from './webauthn.ts'

const TypedPassword = z.object({ password: Password })

const TypedCode = z.object({ code: SecondFactorCode })

type Props = { wanted: WantedProof; onAnswer: (isProven: boolean) => void }

/** Asks a member who they are, before something that a stranger at their screen must not do. */
export const ProofDialog = ({ wanted, onAnswer }: Props) => {
  const { t } = useTranslation('auth')
  const isStrong = wanted === 'strongProofNeeded'
  const close = () => onAnswer(false)
  return (
    <BasicDialog title={t('proofTitle')} onClose={close} size={440} closeOnClickOutside={false}>
      <Page query={useQuery(proofsQuery)} skeleton={<RowsSkeleton rows={2} />}>
        {({ hasPassword, hasPasskey, hasTotp, providers }) => {
          const canUsePasskey = hasPasskey && canUsePasskeys()
          const takesPassword = hasPassword && !isStrong
          const elsewhere = hasPassword || isStrong ? [] : providers
          return (
            <Stack gap="md">
              <Text size="sm" c="dimmed">
                {t(isStrong ? 'proofHintStrong' : 'proofHint')}
              </Text>
              {canUsePasskey ? <PasskeyProof onProven={() => onAnswer(true)} /> : null}
              {elsewhere.map((provider) => (
                <ProviderProof key={provider.id} provider={provider} />
              ))}
              {takesPassword ? (
                <PasswordProof onProven={() => onAnswer(true)} onClose={close} />
              ) : hasTotp ? (
                <CodeProof onProven={() => onAnswer(true)} onClose={close} />
              ) : canUsePasskey || elsewhere.length > 0 ? null : (
                <Text>{t('proofNone')}</Text>
              )}
            </Stack>
          )
        }}
      </Page>
    </BasicDialog>
  )
}

const PasskeyProof = ({ onProven }: { onProven: () => void }) => {
  const { t } = useTranslation('auth')
  const problemOf = usePasskeyProblem()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => confirmSession({ passkey: await answerWithPasskey(await startConfirmation()) }),
    onSuccess: onProven,
  })
  return (
    <Stack gap={6}>
      <Button leftSection={<IconKey size={18} aria-hidden />} loading={isPending} onClick={() => mutate()}>
        {t('proofPasskey')}
      </Button>
      {error ? <FormError>{problemOf(error)}</FormError> : null}
    </Stack>
  )
}

/** Leaves the page, so what was to be done has to be done again. */
const ProviderProof = ({ provider }: { provider: ProviderButton }) => {
  const { t } = useTranslation('auth')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => goToProve(provider.id),
  })
  return (
    <Stack gap={6}>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {t('proofProvider', { name: provider.name })}
      </Button>
      <Text size="sm" c="dimmed">
        {t('proofProviderHint')}
      </Text>
      {error ? <FormError>{errorText(error)}</FormError> : null}
    </Stack>
  )
}

type ProofFormProps = { onProven: () => void; onClose: () => void }

const PasswordProof = ({ onProven, onClose }: ProofFormProps) => {
  const { t } = useTranslation('auth')
  return (
    <DialogForm
      action={t('proofConfirm')}
      initial={{ password: '' }}
      schema={TypedPassword}
      submit={confirmSession}
      explain={(error) => (hasCode(error, 'wrongPassword') ? { fields: { password: t('proofWrongPassword') } } : null)}
      onDone={onProven}
      onClose={onClose}
    >
      {({ field }) => (
        <PasswordField
          {...field('password')}
          label={t('proofPassword')}
          autoComplete="current-password"
          data-autofocus
        />
      )}
    </DialogForm>
  )
}

const CodeProof = ({ onProven, onClose }: ProofFormProps) => {
  const { t } = useTranslation('auth')
  return (
    <DialogForm
      action={t('proofConfirm')}
      initial={{ code: '' }}
      schema={TypedCode}
      submit={confirmSession}
      explain={(error) => (hasCode(error, 'wrongCode') ? { fields: { code: errorText(error) } } : null)}
      onDone={onProven}
      onClose={onClose}
    >
      {({ field }) => <CodeField {...field('code')} data-autofocus />}
    </DialogForm>
  )
}

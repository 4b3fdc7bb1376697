import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { StrongLogin } from '@spacekeeper/contract/auth/strong-shapes.ts'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { askForProof } from '#platform/session/proof-request.ts'
import { Status } from '#platform/ui/status.tsx'

/** For those whose staff permissions wait for a strong login: what to do, or that all is well. */
export const RequiredCard = ({ login }: { login: StrongLogin }) => {
  const { t } = useTranslation('auth')
  const confirm = useMutation({
    mutationFn: () => askForProof('strongProofNeeded'),
    // Staff permissions may be there again.
    onSuccess: () => refreshDomains('auth', 'profile'),
  })
  if (login.isStrong) return <Status kind="fine">{t('requiredFine')}</Status>
  const isSetUp = login.passkeys.length > 0 || login.hasTotp
  return (
    <Card component="section" aria-labelledby="required">
      <Stack gap="xs" align="flex-start">
        <Title order={2} id="required">
          {t('requiredHeading')}
        </Title>
        <Text>{t(isSetUp ? 'requiredConfirm' : 'requiredText')}</Text>
        {isSetUp ? (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('requiredConfirmAction')}
          </Button>
        ) : null}
      </Stack>
    </Card>
  )
}

import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { SecondFactorCode } from '@spacekeeper/contract/auth/shapes.ts'
import { useState } from 'react'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { QrCode } from '#platform/ui/qr-code.tsx'
import { Status } from '#platform/ui/status.tsx'
import { CodeField } from '../code-field.tsx'
import { confirmTotp, startTotp, turnOffTotp } from './api.ts'
import classes from './security.module.css'

const TypedCode = z.object({ code: SecondFactorCode.min(1) })

type Props = { hasTotp: boolean; onNewCodes: (codes: readonly string[]) => void }

type NewSecret = Awaited<ReturnType<typeof startTotp>>

/** Codes from an app on the phone, after the password. */
export const TotpCard = ({ hasTotp, onNewCodes }: Props) => {
  const { t } = useTranslation('auth')
  const [secret, setSecret] = useState<NewSecret | null>(null)
  const [isTurningOff, setTurningOff] = useState(false)
  const start = useMutation({ mutationFn: () => startTotp(), onSuccess: setSecret, onError: notify.failed })
  return (
    <Card component="section" aria-labelledby="totp">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 240px">
          <Title order={2} id="totp">
            {t('totpHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('totpHint')}
          </Text>
          {hasTotp ? <Status kind="fine">{t('totpOn')}</Status> : null}
        </Stack>
        <Group gap="xs">
          {hasTotp ? (
            <Button size="xs" variant="default" onClick={() => setTurningOff(true)}>
              {t('totpTurnOff')}
            </Button>
          ) : null}
          <Button size="xs" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            {t(hasTotp ? 'totpReplace' : 'totpTurnOn')}
          </Button>
        </Group>
      </Group>
      {secret ? <TurnOnDialog secret={secret} onNewCodes={onNewCodes} onClose={() => setSecret(null)} /> : null}
      {isTurningOff ? <TurnOffDialog onClose={() => setTurningOff(false)} /> : null}
    </Card>
  )
}

const asCodeProblem = (error: unknown) => (hasCode(error, 'wrongCode') ? { fields: { code: errorText(error) } } : null)

type TurnOnProps = { secret: NewSecret; onNewCodes: Props['onNewCodes']; onClose: () => void }

const TurnOnDialog = ({ secret, onNewCodes, onClose }: TurnOnProps) => {
  const { t } = useTranslation('auth')
  return (
    <FormDialog
      title={t('totpHeading')}
      action={t('totpConfirm')}
      size={480}
      closeOnClickOutside={false}
      initial={{ code: '' }}
      schema={TypedCode}
      submit={async ({ code }) => {
        const { recoveryCodes } = await confirmTotp({ code })
        notify.done({ text: t('totpTurnedOn') })
        if (recoveryCodes) onNewCodes(recoveryCodes)
      }}
      explain={asCodeProblem}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('totpScan')}</Text>
          <div className={classes.qr}>
            <QrCode address={secret.address} label={t('totpQr')} />
          </div>
          <CopyField text={secret.secret} label={t('totpCopy')} />
          <CodeField {...field('code')} description={undefined} inputMode="numeric" data-autofocus />
        </>
      )}
    </FormDialog>
  )
}

const TurnOffDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('auth')
  return (
    <FormDialog
      title={t('totpTurnOffTitle')}
      action={t('totpTurnOffAction')}
      isDangerous
      size={440}
      initial={{ code: '' }}
      schema={TypedCode}
      submit={async ({ code }) => {
        await turnOffTotp({ code })
        notify.done({ text: t('totpTurnedOff') })
      }}
      explain={asCodeProblem}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('totpTurnOffText')}</Text>
          <CodeField {...field('code')} data-autofocus />
        </>
      )}
    </FormDialog>
  )
}

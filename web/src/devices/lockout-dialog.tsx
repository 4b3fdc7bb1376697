import { Text, TextInput } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'

const longest = 200
const Lockout = z.object({ reason: z.string().trim() })

type Props = { device: Device; run: (reason: string) => Promise<void>; onClose: () => void }

/** Says what locking does, takes the reason members will read, and does it. */
export const LockoutDialog = ({ device, run, onClose }: Props) => {
  const { t } = useTranslation('devices')
  return (
    <FormDialog
      title={t('lockOut')}
      action={t('lockOut')}
      isDangerous
      initial={{ reason: '' }}
      schema={Lockout}
      submit={({ reason }) => run(reason)}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('lockoutAsk', { device: device.name })}
          </Text>
          {device.kind === 'interlock' ? <Text size="sm">{t('lockoutEndsUse')}</Text> : null}
          {device.isOffline ? <Text size="sm">{t('lockoutOffline')}</Text> : null}
          <TextInput
            {...field('reason')}
            label={t('reason')}
            description={t('reasonHint')}
            maxLength={longest}
            autoComplete="off"
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}

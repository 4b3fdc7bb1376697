import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIdle } from '#platform/shell/use-idle.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { leave } from '../kiosks/api.ts'
import { type StaffLogin, UnlockForm } from '../kiosks/unlock-form.tsx'
import classes from './display.module.css'

const idleSeconds = 120

/** The way back for staff who stand at the screen; it takes their password. */
export const DisplaySettingsDialog = () => {
  const { t } = useTranslation('display')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <UnstyledButton className={classes.button} aria-label={t('settings')} onClick={() => setOpen(true)}>
        <IconSettings size={22} stroke={1.7} aria-hidden />
      </UnstyledButton>
      <BasicDialog opened={isOpen} onClose={() => setOpen(false)} title={t('settings')} size={500}>
        <Leaving onClose={() => setOpen(false)} />
      </BasicDialog>
    </>
  )
}

const Leaving = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('display')
  const [staff, setStaff] = useState<StaffLogin | null>(null)
  useIdle({ seconds: idleSeconds, onIdle: onClose })
  const go = useMutation({
    mutationFn: (login: StaffLogin) => leave(login),
    // The page itself asks for what an ordinary browser may do.
    onSuccess: () => window.location.assign('/login'),
  })
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('settingsText')}</Text>
      {staff === null ? <UnlockForm onUnlocked={setStaff} /> : null}
      {go.error ? <FormError>{errorText(go.error)}</FormError> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        {staff === null ? null : (
          <Button loading={go.isPending} onClick={() => go.mutate(staff)}>
            {t('leave')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Password } from '@spacekeeper/contract/accounts.ts'
import { Pin } from '@spacekeeper/contract/kiosks.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { explain } from '#platform/form/explain.ts'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useForm } from '#platform/form/use-form.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { ownPinQuery, removeOwnPin, setOwnPin } from './api.ts'

const NewPin = z.object({ pin: Pin, password: Password })
const Proof = z.object({ password: Password })

type Props = { onClose: () => void }

/** Sets a PIN, with the password of the account. */
export const PinDialog = ({ onClose }: Props) => {
  const { t } = useTranslation('kiosks')
  const client = useQueryClient()
  const { field, failure, isBusy, formProps } = useForm<'pin' | 'password', z.infer<typeof NewPin>>({
    initial: { pin: '', password: '' },
    schema: NewPin,
    submit: async (typed) => {
      await setOwnPin(typed)
      await client.invalidateQueries({ queryKey: ownPinQuery.queryKey })
      notify.done({ text: t('pinIsSet') })
      onClose()
    },
    explain: (error) =>
      hasCode(error, 'wrongPassword')
        ? { fields: { password: t('wrongPassword') } }
        : explain(error, ['pin', 'password']),
  })
  return (
    <Modal opened onClose={onClose} title={t('pinSet')} size={440} closeButtonProps={{ 'aria-label': t('close') }}>
      <form {...formProps}>
        <Stack gap={18}>
          <PasswordField
            {...field('pin')}
            label={t('pin')}
            description={t('pinHint')}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
          />
          <PasswordField {...field('password')} label={t('yourPassword')} autoComplete="current-password" />
          {failure ? <FormError>{failure}</FormError> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('pinSet')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Removes it, with the password too. */
export const RemovePinDialog = ({ onClose }: Props) => {
  const { t } = useTranslation('kiosks')
  const client = useQueryClient()
  const { field, failure, isBusy, formProps } = useForm<'password', z.infer<typeof Proof>>({
    initial: { password: '' },
    schema: Proof,
    submit: async (typed) => {
      await removeOwnPin(typed)
      await client.invalidateQueries({ queryKey: ownPinQuery.queryKey })
      notify.done({ text: t('pinIsRemoved') })
      onClose()
    },
    explain: (error) =>
      hasCode(error, 'wrongPassword') ? { fields: { password: t('wrongPassword') } } : explain(error, ['password']),
  })
  return (
    <Modal opened onClose={onClose} title={t('pinRemove')} size={440} closeButtonProps={{ 'aria-label': t('close') }}>
      <form {...formProps}>
        <Stack gap={18}>
          <PasswordField
            {...field('password')}
            label={t('yourPassword')}
            autoComplete="current-password"
            data-autofocus
          />
          {failure ? <FormError>{failure}</FormError> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('pinRemove')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

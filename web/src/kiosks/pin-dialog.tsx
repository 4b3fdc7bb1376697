import { Password } from '@spacekeeper/contract/auth/shapes.ts'
import { Pin } from '@spacekeeper/contract/kiosks/shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { ownPinQuery, removeOwnPin, setOwnPin } from './api.ts'

const NewPin = z.object({ pin: Pin, password: Password })
const OwnPassword = z.object({ password: Password })

type Props = { onClose: () => void }

const usePinForm = ({ onClose }: Props) => {
  const { t } = useTranslation('kiosks')
  const client = useQueryClient()
  return {
    size: 440,
    explain: (error: unknown) =>
      hasCode(error, 'wrongPassword') ? { fields: { password: t('wrongPassword') } } : null,
    tell: async (word: 'pinIsSet' | 'pinIsRemoved') => {
      await client.invalidateQueries({ queryKey: ownPinQuery.queryKey })
      notify.done({ text: t(word) })
    },
    onClose,
  }
}

/** Sets a PIN, with the password of the account. */
export const PinDialog = (props: Props) => {
  const { t } = useTranslation('kiosks')
  const { tell, ...shared } = usePinForm(props)
  return (
    <FormDialog
      {...shared}
      title={t('pinSet')}
      action={t('pinSet')}
      initial={{ pin: '', password: '' }}
      schema={NewPin}
      submit={async (typed) => {
        await setOwnPin(typed)
        await tell('pinIsSet')
      }}
    >
      {({ field }) => (
        <>
          <PasswordField
            {...field('pin')}
            label={t('pin')}
            description={t('pinHint')}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
          />
          <PasswordField {...field('password')} label={t('yourPassword')} autoComplete="current-password" />
        </>
      )}
    </FormDialog>
  )
}

/** Removes it, with the password too. */
export const RemovePinDialog = (props: Props) => {
  const { t } = useTranslation('kiosks')
  const { tell, ...shared } = usePinForm(props)
  return (
    <FormDialog
      {...shared}
      title={t('pinRemove')}
      action={t('pinRemove')}
      initial={{ password: '' }}
      schema={OwnPassword}
      submit={async (typed) => {
        await removeOwnPin(typed)
        await tell('pinIsRemoved')
      }}
    >
      {({ field }) => (
        <PasswordField
          {...field('password')}
          label={t('yourPassword')}
          autoComplete="current-password"
          data-autofocus
        />
      )}
    </FormDialog>
  )
}

import { Password } from '@spacekeeper/contract/auth/shapes.ts'
import { Pin } from '@spacekeeper/contract/kiosks/shapes.ts'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { notify } from '#platform/ui/notify.tsx'
import { removeOwnPin, setOwnPin } from './api.ts'

const NewPin = z.object({ pin: Pin, password: Password.optional() })
const OwnPassword = z.object({ password: Password.optional() })

// Of a member without a password, who shows a passkey instead.
const NewPinAlone = NewPin.pick({ pin: true })
const Nothing = z.object({})

type Props = { onClose: () => void }

const usePinForm = ({ onClose }: Props) => {
  const { t } = useTranslation('kiosks')
  const hasPassword = useProfile()?.hasPassword !== false
  return {
    hasPassword,
    size: 440,
    explain: (error: unknown) =>
      hasCode(error, 'wrongPassword') ? { fields: { password: t('wrongPassword') } } : null,
    tell: (word: 'pinIsSet' | 'pinIsRemoved') => {
      notify.done({ text: t(word) })
    },
    onClose,
  }
}

/** Sets a PIN, with the password of the account. */
export const PinDialog = (props: Props) => {
  const { t } = useTranslation('kiosks')
  const { tell, hasPassword, ...shared } = usePinForm(props)
  return (
    <FormDialog
      {...shared}
      title={t('pinSet')}
      action={t('pinSet')}
      initial={{ pin: '', password: '' }}
      schema={hasPassword ? NewPin : NewPinAlone}
      submit={async (typed) => {
        await setOwnPin(typed)
        tell('pinIsSet')
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
          {hasPassword ? (
            <PasswordField {...field('password')} label={t('yourPassword')} autoComplete="current-password" />
          ) : null}
        </>
      )}
    </FormDialog>
  )
}

/** Removes it, with the password too. */
export const RemovePinDialog = (props: Props) => {
  const { t } = useTranslation('kiosks')
  const { tell, hasPassword, ...shared } = usePinForm(props)
  return (
    <FormDialog
      {...shared}
      title={t('pinRemove')}
      action={t('pinRemove')}
      initial={{ password: '' }}
      schema={hasPassword ? OwnPassword : Nothing}
      submit={async (typed) => {
        await removeOwnPin(typed)
        tell('pinIsRemoved')
      }}
    >
      {({ field }) =>
        hasPassword ? (
          <PasswordField
            {...field('password')}
            label={t('yourPassword')}
            autoComplete="current-password"
            data-autofocus
          />
        ) : null
      }
    </FormDialog>
  )
}

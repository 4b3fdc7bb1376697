// On its own: the login, the emailed link, the confirmed address and the dialogs ask for a code in the same field.
import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/** For a field that appears because of what was just done. */
export const focusAtOnce = (element: HTMLInputElement | null) => element?.focus()

/** The code of an authenticator app, or a recovery code. */
export const CodeField = (props: TextInputProps & { 'data-autofocus'?: boolean; ref?: Ref<HTMLInputElement> }) => {
  const { t } = useTranslation('auth')
  return (
    <TextInput
      label={t('code')}
      description={t('codeHint')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      errorProps={{ role: 'alert' }}
      {...props}
    />
  )
}

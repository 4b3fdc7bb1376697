import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/** A password that can be shown, by mouse and by keyboard. */
export const PasswordField = (props: ComponentProps<typeof PasswordInput>) => {
  const { t } = useTranslation('auth')
  return (
    <PasswordInput
      {...props}
      // The library marks every other field that is wrong, but not this one.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
    />
  )
}

// On its own: the dialog that asks for a passkey and the card that makes one say the same.
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { PasskeyError } from './webauthn.ts'

/** What went wrong with a passkey, in the browser or at the portal. */
export const usePasskeyProblem = () => {
  const { t } = useTranslation('auth')
  return (error: unknown): string =>
    error instanceof PasskeyError ? t(`passkeyFailure_${error.failure}`) : errorText(error)
}

// On its own: the login page loads it at the press of its button.
import { api } from '#platform/api/client.ts'
import { answerWithPasskey } from './webauthn.ts'

/** Logs in the member whose passkey it is. Throws PasskeyError or ApiError. */
export const logInWithPasskey = async (): Promise<void> => {
  const passkey = await answerWithPasskey(await api.auth.startPasskeyLogin())
  await api.auth.logInByPasskey({ passkey })
}

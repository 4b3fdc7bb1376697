import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyQuestion,
} from '@spacekeeper/contract/auth/strong-shapes.ts'

// The library is loaded at the press of a button: most people log in without.
const loadLibrary = () => import('@simplewebauthn/browser')

/** Why a browser made or used no passkey. `closed`: the member said no, or took too long. */
export type PasskeyFailure = 'closed' | 'known' | 'wrongHost' | 'failed'

export class PasskeyError extends Error {
  readonly failure: PasskeyFailure

  constructor(failure: PasskeyFailure) {
    super(failure)
    this.name = 'PasskeyError'
    this.failure = failure
  }
}

const failures: Record<string, PasskeyFailure> = {
  NotAllowedError: 'closed',
  AbortError: 'closed',
  InvalidStateError: 'known',
  SecurityError: 'wrongHost',
}

const asFailure = (error: unknown): PasskeyError =>
  new PasskeyError((error instanceof Error && failures[error.name]) || 'failed')

/** Whether this browser can, here. An address without https cannot. */
export const canUsePasskeys = (): boolean =>
  globalThis.PublicKeyCredential !== undefined && globalThis.isSecureContext && window.mobileShell === undefined

/** Makes a passkey. Throws PasskeyError. */
export const makePasskey = async (options: PasskeyCreation): Promise<NewPasskey> => {
  try {
    const { startRegistration } = await loadLibrary()
    const { response, ...made } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports } = response
    return { ...made, clientExtensionResults: {}, response: { clientDataJSON, attestationObject, transports } }
  } catch (error) {
    throw asFailure(error)
  }
}

/** Has a passkey answer. Throws PasskeyError. */
export const answerWithPasskey = async (options: PasskeyQuestion): Promise<PasskeyAnswer> => {
  try {
    const { startAuthentication } = await loadLibrary()
    const { response, ...used } = await startAuthentication({ optionsJSON: options })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    const answer = { clientDataJSON, authenticatorData, signature, userHandle }
    return { ...used, clientExtensionResults: {}, response: answer }
  } catch (error) {
    throw asFailure(error)
  }
}

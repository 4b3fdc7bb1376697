import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, useRef } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { startSession } from '#platform/session/session.ts'
import { logIn } from './api.ts'

/** What is asked for after a card, or instead of one. */
export type Asking =
  | { what: 'email' }
  | { what: 'card' }
  | { what: 'pin' | 'password'; cardId: string; isTyped: boolean }

type Try = { cardId: string; isTyped: boolean; pin?: string; password?: string }

/** Logging in with a card, one at a time; a refusal is one sentence that goes with the next card. */
export const useCardLogin = (kioskId: string) => {
  const client = useQueryClient()
  const router = useRouter()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const running = useRef(false)

  const refuse = (error: unknown, { cardId, isTyped }: Try) => {
    if (hasCode(error, 'pinNeeded')) return setAsking({ what: 'pin', cardId, isTyped })
    if (hasCode(error, 'passwordNeeded')) return setAsking({ what: 'password', cardId, isTyped })
    setRefusal(errorText(error))
    // A wrong PIN can be typed again; of anything else it would only be said again.
    if (!hasCode(error, 'wrongPin')) setAsking(null)
  }
  const enter = async () => {
    await startSession(client)
    await router.navigate({ to: '/dashboard', replace: true })
  }
  const attempt = async (input: Try) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await logIn({ ...input, kioskId })
      setAsking(null)
      await enter()
    } catch (error) {
      refuse(error, input)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const ask = (next: Asking | null) => {
    setRefusal(null)
    setAsking(next)
  }
  return {
    asking,
    isBusy,
    refusal,
    attempt: (input: Try) => void attempt(input),
    /** After a login that was done elsewhere, such as with an email. */
    enter: () => void enter().catch(() => globalThis.location.assign('/dashboard')),
    ask,
    forgive: () => setRefusal(null),
  }
}

export type CardLogin = ReturnType<typeof useCardLogin>

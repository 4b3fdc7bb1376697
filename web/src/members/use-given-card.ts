import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addCard, claimCard, refreshMember } from './api.ts'

type Replaces = { cardId: number; state: 'lost' | 'retired' }
type Options = { memberId: number; replaces?: Replaces; onDone: () => void }

/** Gives a card once, by its number or by a swipe, and says what went wrong in the server's words. */
export const useGivenCard = ({ memberId, replaces, onDone }: Options) => {
  const { t } = useTranslation('members')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const give = async (run: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await run()
      await refreshMember(client)
      notify.done({ text: t(replaces ? 'doneCardReplaced' : 'doneCardClaimed') })
      onDone()
    } catch (error) {
      setFailure(Object.values(fieldErrors(error))[0] ?? errorText(error))
      setBusy(false)
    }
  }
  const also = replaces && { replaces }
  return {
    isBusy,
    failure,
    claim: (input: { swipeId: number; label: string }) => give(() => claimCard({ memberId, ...input, ...also })),
    add: (input: { number: string; label: string }) => give(() => addCard({ memberId, ...input, ...also })),
  }
}

import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addCard, claimCard } from '../api.ts'

type ReplacedCard = { cardId: number; state: 'lost' | 'retired' }
type GivenCardOptions = { memberId: number; replaces?: ReplacedCard; onDone: () => void }

/** Gives a card once, by its number or by a swipe, and says what went wrong in the server's words. */
export const useGivenCard = ({ memberId, replaces, onDone }: GivenCardOptions) => {
  const { t } = useTranslation('members')
  const give = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSuccess: () => {
      notify.done({ text: t(replaces ? 'doneCardReplaced' : 'doneCardClaimed') })
      onDone()
    },
  })
  const once = (run: () => Promise<unknown>) => !give.isPending && give.mutate(run)
  const also = replaces && { replaces }
  return {
    isBusy: give.isPending,
    failure: give.error && (Object.values(fieldErrors(give.error))[0] ?? errorText(give.error)),
    claim: (input: { swipeId: number; label: string }) => once(() => claimCard({ memberId, ...input, ...also })),
    add: (input: { number: string; label: string }) => once(() => addCard({ memberId, ...input, ...also })),
  }
}

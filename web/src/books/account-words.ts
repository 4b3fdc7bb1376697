// On its own: every list of the books names accounts.
import { type BookAccount, bookAccounts } from '@spacekeeper/contract/books/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

export type NamedAccount = { account: BookAccount; planName: string | null; planId: number | null }

/** An account in words; dues with their plan. */
export const useAccountWords = () => {
  const { t } = useTranslation('books')
  return ({ account, planId, planName }: NamedAccount): string => {
    if (account !== 'dues') return bookAccounts[account].words
    return planId === null ? t('duesOther') : t('duesOf', { plan: planName ?? String(planId) })
  }
}

import { type BookAccount, bookAccounts } from '@spacekeeper/contract/books/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { type Ctx, type Services, systemCtx } from '#platform/ctx.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { closeBooks } from '../books/closing.ts'
import { changeSetting } from '../settings/settings.ts'

/** What has a code of its own in the books of the demonstration; nothing else differs from account to account. */
const ownCodes: Partial<Record<BookAccount, string>> = { bank: '1200', cash: '1000', balances: '1700', dues: '8400' }

/**
 * A treasurer who keeps books: every account has a code, and all months are closed but the last one that is over, which
 * waits for them. Comes last, because nothing is booked in closed months.
 */
export const seedBooks = async (services: Services, treasurerId: number): Promise<void> => {
  const ctx: Ctx = {
    ...systemCtx(services),
    actor: { kind: 'member', id: treasurerId, isAdmin: false, permissions: ['money'], state: 'active', sessionId: 0 },
  }
  const accounts = Object.fromEntries(
    keysOf(bookAccounts).map((account, at) => [account, ownCodes[account] ?? String(8500 + at)]),
  )
  await changeSetting(ctx, { key: 'BOOK_ACCOUNT_CODES', value: { accounts, plans: {} } })
  const today = localDay(services.now(), await services.settings.get('SITE_TIME_ZONE'))
  const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
  await closeBooks(ctx, { through: addDays(`${lastMonth}-01`, -1) })
}

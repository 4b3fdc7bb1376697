import { currencies, type SiteLocale } from '@spacekeeper/contract/currencies.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import type { Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { LeavingStepFacts, LeavingOutcome, LeavingStep } from '#platform/leaving-step.ts'
import { lockBalance } from '../memberbucks/ledger.ts'
import { mailLeavingJob } from './mails.ts'
import { findOpenRefund } from './payout-row.ts'
import { balanceOutcome } from './rules.ts'
import { lockStep, storeOutcome } from './step-runs.ts'

export const balanceStepName = 'balance'

const isSiteLocale = (locale: string): locale is SiteLocale => Object.hasOwn(currencies, locale)

/** Cents in the currency of the site. */
export const siteMoney = (cents: number, locale: string): string =>
  formatCents(cents, { locale, currency: currencies[isSiteLocale(locale) ? locale : 'en-AU'] })

/** Settles what is left of a balance, by the member’s choice; the portal never takes it by itself. */
const runBalance = async (work: Work, facts: LeavingStepFacts): Promise<LeavingOutcome> => {
  const { memberId, leavingId, isClosed, isFirstTry, locale } = facts
  const { balanceCents } = await lockBalance(work, memberId)
  const refund = await findOpenRefund(work, memberId)
  const money = siteMoney(balanceCents, locale)
  switch (balanceOutcome({ balanceCents, hasAskedBack: refund !== undefined, isClosed })) {
    case 'askedBack':
      return { state: 'waiting', words: `${siteMoney(refund?.amountCents ?? 0, locale)} was asked back by transfer.` }
    case 'settled':
      return { state: 'done', words: 'Nothing is left.' }
    case 'owed':
      return { state: 'skipped', words: `The balance is ${money}, which is owed to the space.` }
    case 'closed':
      return { state: 'skipped', words: `${money} was left when the account was closed.` }
    case 'unchosen':
      if (isFirstTry) await addJob(work, mailLeavingJob, { leavingId, memberId, occasion: 'balance' })
      return { state: 'waiting', words: `${money} is left. Nothing was chosen yet.` }
  }
}

export const balanceLeavingStep: LeavingStep = {
  name: balanceStepName,
  title: 'Settle the balance',
  position: 80,
  setting: 'LEAVING_BALANCE_DAYS',
  staysAfterClosing: true,
  run: runBalance,
}

/** Notes on a checklist what the member or the treasurer did about the balance, before or after its day. */
export const noteOnBalanceStep = async (
  work: Work,
  { leavingId, outcome }: { leavingId: number; outcome: LeavingOutcome },
): Promise<void> => {
  const step = await lockStep(work, { leavingId, name: balanceStepName })
  if (step && (step.state === 'waiting' || step.state === 'failed'))
    await storeOutcome(work, { leavingId, name: balanceStepName, outcome })
}

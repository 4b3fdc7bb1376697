import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { GoogleAway, GoogleRefusal, tryGoogleWallet } from '#platform/wallet/google-wallet.ts'
import { type ReadPassCertificate, readPassCertificate } from '#platform/wallet/pass-certificate.ts'
import { findGoogleSetup } from './setup.ts'

const certificateField = '/manage/settings#APPLE_WALLET_CERTIFICATE'
const accountField = '/manage/settings#GOOGLE_WALLET_ACCOUNT'

const dayMs = 24 * 3_600_000
const soonDays = 30

/** Whether members can have passes in Apple Wallet, and for how long. */
export const judgePassCertificate = (
  read: ReadPassCertificate,
  { now, siteUrl }: { now: Date; siteUrl: string },
): HealthFinding => {
  if (!read.isGood)
    return {
      state: 'wrong',
      says: `Passes for Apple Wallet can’t be signed. ${read.problem}`,
      todo: 'Enter a new certificate. The guide “Wallet” says how to get one.',
      to: certificateField,
    }
  const { validTo, passTypeId } = read.found
  if (!siteUrl.startsWith('https:'))
    return {
      state: 'wrong',
      says: 'iPhones take passes only from a portal with an https address.',
      todo: 'Set SITE_URL to the https address of the portal, as the guide “Running the portal” shows.',
    }
  if (validTo.getTime() - now.getTime() < soonDays * dayMs)
    return {
      state: 'attention',
      says: `The certificate of ${passTypeId} runs out {at}. Passes in wallets are not updated any more then.`,
      at: validTo,
      todo: 'Create a new certificate for the same Pass Type ID at Apple and enter it in the settings.',
      to: certificateField,
    }
  return { state: 'well', says: `Passes of ${passTypeId} are signed. The certificate runs out {at}.`, at: validTo }
}

const findCertificate = async (ctx: Ctx): Promise<HealthFinding | null> => {
  const text = await ctx.settings.get('APPLE_WALLET_CERTIFICATE')
  const now = ctx.now()
  return text === '' ? null : judgePassCertificate(readPassCertificate(text, now), { now, siteUrl: ctx.siteUrl })
}

/** Whether Google lets the account at the passes of the issuer. */
export const judgeGoogle = (error: Error | null): HealthFinding => {
  if (error === null) return { state: 'well', says: 'Google Wallet accepts the service account.' }
  if (error instanceof GoogleAway)
    return {
      state: 'unknown',
      says: 'Google Wallet was not reached.',
      todo: 'Look again later. Passes that wait are updated by themselves.',
    }
  if (!(error instanceof GoogleRefusal)) throw error
  const isIssuer = error.status === 403 || error.status === 404
  return {
    state: 'wrong',
    says: isIssuer
      ? 'Google Wallet doesn’t let the service account manage this issuer’s passes.'
      : 'Google refuses the key of the service account.',
    todo: isIssuer
      ? 'Check the issuer ID, and add the service account as a user in the Google Wallet console, with the role Developer.'
      : 'The key may have been deleted. Make a new one in the Google Cloud console and enter its file.',
    to: accountField,
  }
}

const findGoogle = async (ctx: Ctx): Promise<HealthFinding | null> => {
  const { GOOGLE_WALLET_ACCOUNT: account, GOOGLE_WALLET_ISSUER_ID: issuer } = await ctx.settings.all()
  if (account === '' && issuer === '') return null
  const setup = await findGoogleSetup(ctx)
  if (!setup)
    return {
      state: 'wrong',
      says: 'Google Wallet is set up by half: the issuer ID or the service account is missing.',
      todo: 'Enter both, or remove the one that is there.',
      to: accountField,
    }
  const { access, issuerId } = setup
  return tryGoogleWallet(access, issuerId).then(
    () => judgeGoogle(null),
    (error: Error) => judgeGoogle(error),
  )
}

export const judgeUpdates = (waiting: number): HealthFinding =>
  waiting === 0
    ? { state: 'well', says: 'Passes in wallets are up to date.' }
    : {
        state: 'attention',
        says: `${sayCount(waiting, { one: 'One pass has', other: '{count} passes have' })} been out of date in a wallet for more than two hours.`,
        todo: 'They are tried again each hour, and run out by themselves. See what the two checks above say.',
      }

const findUpdates = async (ctx: Ctx): Promise<HealthFinding | null> => {
  const row = await ctx.db
    .selectFrom('wallet_passes')
    .select(sql<number>`count(*)::int`.as('all'))
    .select(
      sql<number>`count(*) filter (where told_mark is distinct from mark and failure is not null
        and changed_at < ${new Date(ctx.now().getTime() - 2 * 3_600_000)})::int`.as('waiting'),
    )
    .executeTakeFirstOrThrow()
  return row.all === 0 ? null : judgeUpdates(row.waiting)
}

export const walletChecks: HealthCheck[] = [
  { name: 'wallet.apple', area: 'site', title: 'Apple Wallet', pace: 'now', find: findCertificate },
  { name: 'wallet.google', area: 'site', title: 'Google Wallet', pace: 'hourly', timeoutMs: 25_000, find: findGoogle },
  { name: 'wallet.updates', area: 'site', title: 'Passes in wallets', pace: 'now', find: findUpdates },
]

import { createHash } from 'node:crypto'
import type { WalletKind } from '@spacekeeper/contract/wallet/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { googleAccountIn, type GoogleWalletAccess } from '#platform/wallet/google-wallet.ts'
import { type PassCertificate, readPassCertificate } from '#platform/wallet/pass-certificate.ts'

/** What passes for Apple Wallet are signed with; null where it is not set up, or has run out. */
export const findAppleSigner = async (ctx: Ctx): Promise<PassCertificate | null> => {
  const text = await ctx.settings.get('APPLE_WALLET_CERTIFICATE')
  if (text === '') return null
  const read = readPassCertificate(text, ctx.now())
  return read.isGood ? read.found : null
}

export type GoogleSetup = { access: GoogleWalletAccess; issuerId: string; classSuffix: string }

/** How the portal speaks to Google Wallet; null where it is not set up. */
export const findGoogleSetup = async (ctx: Ctx): Promise<GoogleSetup | null> => {
  const { GOOGLE_WALLET_ACCOUNT: text, GOOGLE_WALLET_ISSUER_ID: issuerId } = await ctx.settings.all()
  const account = text === '' || issuerId === '' ? null : googleAccountIn(text)
  if (!account) return null
  // Several portals may share an issuer, and each has a class of its own.
  const classSuffix = `digital-id-${createHash('sha256').update(ctx.siteUrl).digest('hex').slice(0, 12)}`
  return { access: { account, standIn: ctx.googleWalletUrl, now: ctx.now() }, issuerId, classSuffix }
}

/** The wallets that are set up, in the order in which screens offer them. */
export const listOfferedWallets = async (ctx: Ctx): Promise<WalletKind[]> => {
  const [apple, google] = await Promise.all([findAppleSigner(ctx), findGoogleSetup(ctx)])
  return [...(apple ? (['apple'] as const) : []), ...(google ? (['google'] as const) : [])]
}

export const appleSigner = async (ctx: Ctx): Promise<PassCertificate> => {
  const signer = await findAppleSigner(ctx)
  if (!signer) throw new AppError('walletOff')
  return signer
}

export const googleSetup = async (ctx: Ctx): Promise<GoogleSetup> => {
  const setup = await findGoogleSetup(ctx)
  if (!setup) throw new AppError('walletOff')
  return setup
}

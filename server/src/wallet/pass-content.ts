import type { File } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { PassCertificate } from '#platform/wallet/pass-certificate.ts'
import { passMediaType, writePassFile } from '#platform/wallet/pass-file.ts'
import { applePassOf } from './apple-pass.ts'
import { phoneTokenOf } from './codes.ts'
import { googlePassOf } from './google-pass.ts'
import { lookOf } from './look.ts'
import { passFactsOf, type StoredPass } from './pass-rows.ts'
import { findPassPictures } from './pictures.ts'
import type { GoogleSetup } from './setup.ts'

/** A pass for Apple Wallet as it is now. */
export const writeApplePass = async (ctx: Ctx, row: StoredPass, signer: PassCertificate): Promise<File> => {
  const [site, pictures] = await Promise.all([ctx.settings.all(), findPassPictures(ctx)])
  const facts = passFactsOf(ctx, row)
  const pass = applePassOf(lookOf(facts.holder, site), facts, {
    passTypeId: signer.passTypeId,
    teamId: signer.teamId,
    service: { url: `${ctx.siteUrl}/api/wallet/apple`, token: phoneTokenOf(ctx, row.serial) },
    hasLogo: 'logo.png' in pictures,
  })
  const content = await writePassFile({ pass, pictures, signer, now: ctx.now() })
  return { name: 'digital-id.pkpass', mediaType: passMediaType, content }
}

/** Google fetches the logo itself, so it has to stand on the internet. */
const logoAddress = (address: string, siteUrl: string): string | null => {
  const whole = address.startsWith('/') ? `${siteUrl}${address}` : address
  return whole.startsWith('https:') ? whole : null
}

/** A pass for Google Wallet as it is now. */
export const writeGooglePass = async (ctx: Ctx, row: StoredPass, { issuerId, classSuffix }: GoogleSetup) => {
  const site = await ctx.settings.all()
  const facts = passFactsOf(ctx, row)
  const logoUrl = logoAddress(site.SITE_LOGO, ctx.siteUrl)
  return googlePassOf(lookOf(facts.holder, site), facts, { issuerId, classSuffix, logoUrl })
}

import type { Settings } from '@spacekeeper/contract/index.ts'
import type { WorkCtx } from '../ctx.ts'
import type { Mail, RenderedMail } from './mail.ts'
import { renderMail } from './render-mail.ts'

/** What every mail may speak of: the site with its settings as they are now. */
export type MailSite = { siteName: string; url: string; settings: Settings }

/**
 * One kind of mail the portal writes by itself. A domain lists its templates in `domain.ts`; a test refuses a template
 * that is listed nowhere, so every mail has its sample in the outbox.
 */
export type MailTemplate<Facts> = {
  /** Stored with each message and unique in the portal, such as `verifyEmail`. */
  kind: string
  /** It carries a link that lets its holder in: stored encrypted, and forgotten once it has left. */
  isSecret: boolean
  /** For how long it is news: after that it is not sent any more. Left out, it always is. */
  newsHours?: number | undefined
  write: (facts: Facts, site: MailSite) => Mail
  /** The mail to a person made up for the purpose. */
  sample: (site: MailSite) => Mail
}

export const mailTemplate = <Facts>(declared: {
  kind: string
  isSecret?: true
  newsHours?: number
  write: (facts: Facts, site: MailSite) => Mail
  sample: NoInfer<Facts>
}): MailTemplate<Facts> => {
  const { kind, isSecret = false, newsHours, write, sample } = declared
  return { kind, isSecret, newsHours, write, sample: (site) => write(sample, site) }
}

/** A mail that is ready to be queued. */
export type WrittenMail = { kind: string; isSecret: boolean; mail: RenderedMail }

export const mailSite = async (ctx: WorkCtx): Promise<MailSite> => {
  const settings = await ctx.settings.all()
  return { siteName: settings.SITE_NAME, url: ctx.siteUrl, settings }
}

/** Fills in a template. Reads the settings of the site; do it before a transaction, not within. */
export const writeMail = async <Facts>(
  ctx: WorkCtx,
  template: MailTemplate<Facts>,
  facts: NoInfer<Facts>,
): Promise<WrittenMail> => {
  const { kind, isSecret, newsHours, write } = template
  return { kind, isSecret, mail: { ...(await renderMail(ctx, write(facts, await mailSite(ctx)))), newsHours } }
}

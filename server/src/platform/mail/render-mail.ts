import type { WorkCtx } from '../ctx.ts'
import { mailLayout } from './mail-layout.ts'
import { mailLook } from './mail-look.ts'
import { mailText } from './mail-text.ts'
import type { Mail, RenderedMail } from './mail.ts'

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Writes the mail as it leaves, in the look of the site. */
export const renderMail = async (ctx: WorkCtx, mail: Mail): Promise<RenderedMail> => {
  const look = await mailLook(ctx)
  return { subject: oneLine(mail.subject), text: mailText({ mail, look }), html: mailLayout({ mail, look }) }
}

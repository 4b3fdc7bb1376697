import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { derive, pseudonym } from '#platform/secrets/derive.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'
import { lockMember, memberNotices, storeDifferences } from '../members/member-row.ts'

const signatureOf = (ctx: Ctx, memberId: number) => pseudonym(derive(ctx.secretKey, 'news'), String(memberId))

/** The page on which a member turns news off, without logging in. The link is signed, so nothing of it is stored. */
export const newsUrl = (ctx: Ctx, memberId: number): string =>
  `${ctx.siteUrl}/unsubscribe/${memberId}.${signatureOf(ctx, memberId)}`

/** The same for mail programs, which post to it. */
export const oneClickUrl = (ctx: Ctx, memberId: number): string =>
  `${ctx.siteUrl}/api/news/${memberId}.${signatureOf(ctx, memberId)}/`

const memberIdOf = (ctx: Ctx, token: string): number => {
  const [id = '', signature = ''] = token.split('.')
  const isGenuine = /^[1-9]\d{0,8}$/.test(id) && isSameSecret(signature, signatureOf(ctx, Number(id)))
  if (!isGenuine) throw new AppError('invalidLink')
  return Number(id)
}

/** Whether the member the link belongs to gets news. */
export const getNews = async (ctx: Ctx, token: string): Promise<{ isOn: boolean }> => {
  const row = await ctx.db
    .selectFrom('members')
    .select('wants_news as isOn')
    .where('id', '=', memberIdOf(ctx, token))
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('invalidLink')
  return row
}

/** Turns news off or on for the member the link belongs to. Doing it twice changes nothing more. */
export const setNews = async (ctx: Ctx, { token, isOn }: { token: string; isOn: boolean }): Promise<void> => {
  const memberId = memberIdOf(ctx, token)
  // Refuses a link to a closed account in the same words as reading it.
  await getNews(ctx, token)
  await change(ctx, isOn ? 'member.newsOn' : 'member.newsOff', async (work) => {
    const member = await lockMember(work, memberId)
    if (member.wants_news === isOn) return unchanged(undefined)
    await storeDifferences(work, { memberId, differences: {}, stamps: { wants_news: isOn } })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: memberNotices(memberId) }
  })
}

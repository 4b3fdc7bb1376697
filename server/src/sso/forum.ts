import type { ForumRequest } from '@spacekeeper/contract/sso/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { findMemberFacts, listGroups } from './member-facts.ts'
import { answerForum, readForum, type ForumVisit } from './rules.ts'

/** Checks what a Discourse forum sent along with a visitor, before anything else of the login is looked at. */
export const checkForumRequest = async (ctx: Ctx, request: ForumRequest): Promise<ForumVisit> => {
  const settings = await ctx.settings.all()
  const visit = readForum(request, {
    isOn: settings.ENABLE_DISCOURSE_SSO_PROTOCOL,
    secret: settings.DISCOURSE_SSO_PROTOCOL_SECRET_KEY,
    sites: settings.DISCOURSE_SSO_SITES,
  })
  if (typeof visit === 'string') throw new AppError(visit)
  return visit
}

type ForumCaller = {
  memberId: number
  /** Their staff permissions are withheld here. The forum would read them off the groups, so they are not let in there. */
  needsStrongLogin: boolean
  visit: ForumVisit
}

/** Where a member who is logged in goes on to be logged in at the forum. Suspended members are not let in there. */
export const sendToForum = async (ctx: Ctx, input: ForumCaller): Promise<string> => {
  const [member, secret] = await Promise.all([
    findMemberFacts(ctx, input.memberId),
    ctx.settings.get('DISCOURSE_SSO_PROTOCOL_SECRET_KEY'),
  ])
  if (!member) throw new AppError('notSignedIn')
  if (member.isSuspended) throw new AppError('keptOut')
  if (input.needsStrongLogin) throw new AppError('strongLoginNeeded')
  if (secret === '') throw new AppError('forumOff')
  return answerForum(input.visit, { secret, member, allGroups: await listGroups(ctx) })
}

import type { SignInRulePreview } from '@spacekeeper/contract/visits/shapes.ts'
import { mostDependentNamed } from '@spacekeeper/contract/visits/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { isOnSite } from '../access/card-facts.ts'
import { opensMembers } from '../access/rules.ts'

/** The cards that work without the rule and not with it, whether or not it is in force. */
const dependentCards = (ctx: Ctx) =>
  ctx.db
    .selectFrom('grants as g')
    .innerJoin('devices as d', 'd.id', 'g.device_id')
    .innerJoin('members as m', 'm.id', 'g.member_id')
    .innerJoin('cards as c', 'c.member_id', 'm.id')
    .where('d.removed_at', 'is', null)
    .where('d.kind', 'in', ['door', 'interlock'])
    .where('d.is_exempt_from_signin', '=', false)
    .where('m.state', '=', 'active')
    .where('c.state', '=', 'active')
    .where((is) => is.not(isOnSite(is.ref('m.id'))))

/** What demanding to sign in on site means now for cards. Three queries, however many there are. */
export const previewSignInRule = async (ctx: Ctx): Promise<SignInRulePreview> => {
  const [counts, visits, members] = await Promise.all([
    dependentCards(ctx)
      .select((is) => [
        is.fn.count<number>('c.id').distinct().as('cards'),
        is.fn.count<number>('d.id').distinct().as('devices'),
      ])
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('visits')
      .select((is) => is.fn.countAll<number>().as('onSite'))
      .where('signed_out_at', 'is', null)
      .executeTakeFirstOrThrow(),
    opensMembers(memberOf(ctx))
      ? dependentCards(ctx)
          .select(['m.id', fullNameOf('m').as('name')])
          .groupBy('m.id')
          .orderBy(sql`lower(${fullNameOf('m')})`)
          .orderBy('m.id')
          .limit(mostDependentNamed)
          .execute()
      : [],
  ])
  return { ...counts, ...visits, members }
}

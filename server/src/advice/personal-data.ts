import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { PersonalData } from '#platform/personal-data.ts'
import { listOwnSigns } from './leaving.ts'

/** Nothing is stored. What staff read of a member is worked out anew for the archive, as it is for the list of staff. */
export const advicePersonalData: PersonalData = {
  tables: {},
  lists: [
    {
      name: 'signsOfLeaving',
      columns: ['sign', 'points', 'day', 'recentDays', 'usualDays'],
      read: async function* (ctx, memberId) {
        if (!isFeatureOn('enablePlanAdvisor', await ctx.settings.all())) return
        const signs = await listOwnSigns(ctx, memberId)
        if (signs.length > 0) yield signs
      },
    },
  ],
}

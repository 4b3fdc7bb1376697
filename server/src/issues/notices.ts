// On its own: everything that writes here tells it.

import { screens } from '#platform/live/screens.ts'

/** Lists of staff, and what members know of open reports. */
export const issuesChanged = [screens.notice({ topic: 'issues', audience: 'everybody' })]

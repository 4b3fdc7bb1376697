import type { Domain } from '#platform/domain.ts'
import { mobileRoutes } from './routes.ts'

/** What the portal says of the app for phones, to members and to the phones themselves. */
export const mobileDomain: Domain = { name: 'mobile', routes: mobileRoutes }

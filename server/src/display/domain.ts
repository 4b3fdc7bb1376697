// On its own: every domain has one.
import type { Domain } from '#platform/domain.ts'
import { displayRoutes } from './routes.ts'

export const displayDomain: Domain = { name: 'display', tables: ['display_slides'], routes: displayRoutes }

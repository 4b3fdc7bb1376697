import type { Domain } from '#platform/domain.ts'
import { advicePersonalData } from './personal-data.ts'
import { adviceRoutes } from './routes.ts'

/** Reads and works out, and keeps nothing: nothing here is used for access. */
export const adviceDomain: Domain = { name: 'advice', routes: adviceRoutes, personalData: advicePersonalData }

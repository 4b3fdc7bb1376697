import type { Domain } from '#platform/domain.ts'
import type { PersonalData } from '#platform/personal-data.ts'
import { apiKeyRoutes } from './routes.ts'

const apiKeyPersonalData: PersonalData = {
  tables: {
    api_keys: {
      exported: { not: 'Who made a key is about the system that uses it.' },
      closing: { kept: 'Who made a key, without a name.' },
    },
  },
}

export const apiKeysDomain: Domain = {
  name: 'api-keys',
  tables: ['api_keys'],
  routes: apiKeyRoutes,
  personalData: apiKeyPersonalData,
}

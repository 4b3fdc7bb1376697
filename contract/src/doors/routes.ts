import { commandRoutes } from '../devices/routes.ts'
import { DoorParams, routes } from '../route.ts'

export const doorsApi = routes(
  commandRoutes('door', { path: '/api/access/doors/:doorId/', params: DoorParams, isForApiKeys: true }),
)

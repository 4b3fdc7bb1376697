import { contract } from '@spacekeeper/contract/index.ts'
import { permissions, permissionsFor, type Permission, type Route } from '@spacekeeper/contract/route.ts'

const asked = new Set(
  Object.values(contract).flatMap((routes) =>
    Object.values<Route>(routes).flatMap(({ access }) => permissionsFor(access)),
  ),
)

/** The permissions that open something: those no route asks for are not offered. */
export const listGrantable = (): Permission[] => permissions.filter((permission) => asked.has(permission))

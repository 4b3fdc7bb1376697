import { contract } from '@spacekeeper/contract/index.ts'
import { Download, type Route } from '@spacekeeper/contract/route.ts'
import type { Plugin } from 'vite'
import { z } from 'zod'

const name = 'virtual:api-routes'

const wire = (route: Route) => ({
  method: route.method,
  path: route.path,
  query: Object.keys(route.query?.shape ?? {}),
  hasBody: route.body !== undefined,
  isUpload: route.upload !== undefined,
  isEmpty: route.output instanceof z.ZodVoid,
  isFile: route.output === Download,
})

const domains = Object.entries(contract).map(([domain, routes]) => {
  const entries: [string, Route][] = Object.entries(routes)
  return [domain, Object.fromEntries(entries.map(([key, route]) => [key, wire(route)]))]
})

/**
 * What the browser needs of the contract to make a call, as plain data: the schemas themselves would put the whole
 * validation library into the first page, and the server has checked its answers against them already.
 */
export const apiRoutes = (): Plugin => ({
  name: 'api-routes',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load: (id) => (id === `\0${name}` ? `export const apiRoutes = ${JSON.stringify(Object.fromEntries(domains))}` : null),
})

import { type ErrorCode, errors } from '@spacekeeper/contract/error-codes.ts'
import { ErrorBody } from '@spacekeeper/contract/errors.ts'
import { Download, Empty, EventStream, scopesOf, type Route, type Routes } from '@spacekeeper/contract/route.ts'
import { z } from 'zod'
import { isOwnScope, scriptScopeOf, whyNotByKey } from './key-scopes.ts'
import { isPlainRefusal, plainStatus } from './plain-refusals.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const parameters = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: schemaOf(field, 'input'),
  }))

const success = (route: Route) => {
  if (route.output === Empty) return { description: 'Done; no body.' }
  if (route.output === Download) return { description: 'A file.', content: { '*/*': {} } }
  if (route.output === EventStream) return { description: 'A stream of events.', content: { 'text/event-stream': {} } }
  return { description: 'Done.', content: { 'application/json': { schema: schemaOf(route.output, 'output') } } }
}

const failures = (route: Route) => {
  const codes = [
    ...(route.errors ?? []),
    'badInput' as const,
    'databaseAway' as const,
    ...(route.access === 'anyone' ? [] : (['notSignedIn'] as const)),
    ...(route.feature === undefined ? [] : (['featureOff'] as const)),
  ]
  const statusOf = (code: ErrorCode) => (isPlainRefusal(route, code) ? plainStatus : errors[code].status)
  const byStatus = Map.groupBy(codes, statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        content: {
          'application/json': {
            schema: names.some((name) => isPlainRefusal(route, name))
              ? { type: 'string' }
              : { $ref: '#/components/schemas/Error' },
          },
        },
      },
    ]),
  )
}

const isForKeys = (route: Route) => route.apiKey !== undefined || scriptScopeOf(route) !== null

const describeCallers = (route: Route) => {
  const script = scriptScopeOf(route)
  const reach = isOwnScope(script) ? 'for its owner as a member' : 'as far as its owner may'
  const closed = whyNotByKey(route)
  const ways = [
    `Who may call it: ${String(route.access)}`,
    ...(route.apiKey
      ? [`an API key of a device or doorbell with the scope ${scopesOf(route.apiKey).join(' or ')}`]
      : []),
    ...(script ? [`an API key of a script with the scope ${script}, ${reach}`] : []),
  ]
  return [`${ways.join(', or ')}.`, ...(closed === null ? [] : [`Not for API keys of scripts: ${closed}`])].join(' ')
}

const operation = (input: { domain: string; name: string; route: Route }) => {
  const { domain, name, route } = input
  const isOpen = route.access === 'anyone'
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: route.summary,
    description: describeCallers(route),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } },
    }),
    ...(route.upload && {
      requestBody: {
        required: true,
        description: `At most ${route.upload.maxBytes} bytes.`,
        content: Object.fromEntries(
          route.upload.mediaTypes.map((type) => [
            type,
            route.upload?.content ? { schema: schemaOf(route.upload.content, 'input') } : {},
          ]),
        ),
      },
    }),
    responses: { [route.status ?? 200]: success(route), ...failures(route) },
    security: isOpen ? [] : [{ session: [] }, { bearer: [] }, ...(isForKeys(route) ? [{ apiKey: [] }] : [])],
  }
}

const pathsOf = (contract: Record<string, Routes>) => {
  const paths: Record<string, Json> = {}
  for (const [domain, routes] of Object.entries(contract)) {
    for (const [name, route] of Object.entries(routes)) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation({ domain, name, route }) }
    }
  }
  return paths
}

/** The contract as an OpenAPI 3.1 document. Its paths are written when they are first read: no start waits for them. */
export const openApi = (input: { title: string; version: string; contract: Record<string, Routes> }) => {
  let paths: Record<string, Json> | undefined
  return {
    openapi: '3.1.0',
    info: { title: input.title, version: input.version },
    get paths() {
      paths ??= pathsOf(input.contract)
      return paths
    },
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sessionid',
          description: 'Writes also need the header X-CSRFTOKEN with the value of the cookie csrftoken.',
        },
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Api-Key PREFIX.SECRET' },
      },
    },
  }
}

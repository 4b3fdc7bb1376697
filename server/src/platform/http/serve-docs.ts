import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Routes } from '@spacekeeper/contract/route.ts'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { openApi } from './open-api.ts'

const asDocument = (document: ReturnType<typeof openApi>) => document as unknown as OpenAPIV3.Document // the plugin passes 3.1 on as it is; its types only know 3.0

/** The API described for programs (/api/openapi.json) and for people (/api/docs/). */
export const serveDocs = async (
  app: FastifyInstance,
  input: { title: string; version: string; contract: Record<string, Routes> },
) => {
  const document = openApi(input)
  app.get('/api/openapi.json', { schema: { hide: true } }, () => document)
  await app.register(swagger, { mode: 'static', specification: { document: asDocument(document) } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', displayRequestDuration: true },
  })
}

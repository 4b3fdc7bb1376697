import type { Route, Upload } from '@spacekeeper/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from './app-error.ts'

/** From here on only files of these kinds are read as bodies, whole and in memory. */
export const readUploads = (app: FastifyInstance, { mediaTypes }: Upload) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([...mediaTypes], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

const readContent = (schema: z.ZodType, file: Uint8Array): unknown => {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(file).toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** The file of an upload and what its JSON says, beside what stands in the path; nothing for other routes. */
export const uploadIn = (route: Route, { body }: FastifyRequest): { file?: Uint8Array; content?: unknown } => {
  if (!route.upload) return {}
  if (!(body instanceof Uint8Array)) throw new AppError('wrongType')
  const { content } = route.upload
  return { file: body, ...(content && { content: readContent(content, body) }) }
}

import type { Route, Upload } from '@spacekeeper/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** From here on only files of these kinds are read as bodies, whole and in memory. */
export const readUploads = (app: FastifyInstance, { mediaTypes }: Upload) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([...mediaTypes], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** The file of an upload, beside what stands in the path; nothing for other routes. */
export const uploadIn = (route: Route, { body }: FastifyRequest): { file?: Uint8Array } => {
  if (!route.upload) return {}
  if (!(body instanceof Uint8Array)) throw new AppError('wrongType')
  return { file: body }
}

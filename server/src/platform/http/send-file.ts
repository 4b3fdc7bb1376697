import { Readable } from 'node:stream'
import type { File } from '@spacekeeper/contract/route.ts'
import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'

/** What the handler of a route with the output `Download` returns. */
export const asFile = (answer: unknown) => answer as File // typed by Handlers<R> where it is written

/** Sends a file under its own name, for keeping and never for opening in the page. */
export const sendFile = (reply: FastifyReply, file: File) =>
  reply
    .header('content-type', file.mediaType)
    .header('content-disposition', create(file.name))
    .send(
      typeof file.content === 'string' || file.content instanceof Uint8Array
        ? file.content
        : Readable.from(file.content),
    )

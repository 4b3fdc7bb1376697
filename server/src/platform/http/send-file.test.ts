import { Download, routes } from '@spacekeeper/contract/route.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendFile } from './send-file.ts'

const serve = async (file: Parameters<typeof sendFile>[1]) => {
  const app = Fastify()
  app.get('/', (_request, reply) => sendFile(reply, file))
  return app.inject('/')
}

test('a file is kept under its name, never opened in the page', async () => {
  const answer = await serve({ name: 'Members “all”.csv', mediaType: 'text/csv; charset=utf-8', content: 'a,b' })
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="Members ?all?.csv"; filename*=UTF-8''Members%20%E2%80%9Call%E2%80%9D.csv`,
  )
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body).toBe('a,b')
})

test('bytes and pieces arrive as they are', async () => {
  const bytes = new Uint8Array([0, 255, 1])
  expect((await serve({ name: 'a.bin', mediaType: 'application/octet-stream', content: bytes })).rawPayload).toEqual(
    Buffer.from(bytes),
  )
  const pieces = async function* () {
    yield 'one '
    yield 'two'
  }
  expect((await serve({ name: 'a.txt', mediaType: 'text/plain', content: pieces() })).body).toBe('one two')
})

test('a route gives out a file by its output', () => {
  const { list } = routes({
    list: { method: 'GET', path: '/api/things/', access: 'anyone', summary: 'Things.', output: Download },
  })
  expect(list.output).toBe(Download)
})

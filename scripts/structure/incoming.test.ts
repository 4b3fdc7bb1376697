import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { oneWayIn } from './incoming.ts'

test('a file that reads a body past the schema of its route is found, and an upload of JSON without one', () => {
  const strays = {
    'server/src/doors/a.ts': 'const { name } = request.body',
    'server/src/doors/b.ts': 'const f = ({ body }: FastifyRequest) => body',
    'server/src/doors/c.ts': 'request.raw.on("data", take)',
    'server/src/doors/d.ts': 'app.addContentTypeParser("text/csv", parse)',
    'contract/src/doors/e.ts': "upload: { mediaTypes: ['application/json'], maxBytes: 10 },",
  }
  const right = {
    'server/src/doors/f.ts': 'const { name } = input // request.body',
    'server/src/doors/g.test.ts': 'expect(request.body).toBe(1)',
    'server/src/platform/http/parse-input.ts': 'parse(request.body)',
    'contract/src/doors/h.ts': "upload: { mediaTypes: ['application/json'], maxBytes: 10, content: Event },",
    'contract/src/doors/i.ts': "upload: { mediaTypes: ['text/csv'], maxBytes: 10 },",
  }
  expect(blamed(oneWayIn, { ...right, ...strays })).toEqual(Object.keys(strays))
})

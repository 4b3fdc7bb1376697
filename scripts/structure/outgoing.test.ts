import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { oneWayOut } from './outgoing.ts'

test('a file of the server that opens a connection past the guard is found', () => {
  const strays = {
    'server/src/doors/a.ts': "import { request } from 'node:http'",
    'server/src/doors/b.ts': "import { type Server, get as ask } from 'http'",
    'server/src/doors/c.ts': "import http from 'node:http'",
    'server/src/doors/d.ts': "import * as net from 'node:net'",
    'server/src/doors/e.ts': "const { Agent } = await import('undici')",
    'server/src/doors/f.ts': "import { connect } from 'node:tls'",
    'server/src/doors/g.ts': "import Stripe from 'stripe'",
    'server/src/doors/h.ts': "import pg from 'pg'",
  }
  const right = {
    'server/src/doors/i.ts': "import { createServer, type IncomingMessage } from 'node:http'",
    'server/src/doors/j.ts': "import type { Socket } from 'node:net'",
    'server/src/doors/k.ts': "import { isIP } from 'node:net'\n// import http from 'node:http'",
    'server/src/doors/l.ts': "import type Stripe from 'stripe'",
    'server/src/doors/m.test.ts': "import { request } from 'node:http'",
    'server/src/platform/http/guarded-fetch.ts': "import { request } from 'node:https'",
    'server/src/platform/db/line.ts': "import pg from 'pg'",
    'simulators/src/n.ts': "import { request } from 'node:http'",
  }
  expect(blamed(oneWayOut, { ...right, ...strays })).toEqual(Object.keys(strays))
})

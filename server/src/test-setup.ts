import net from 'node:net'
import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'
import { dropTestDatabases } from '#platform/db/test-database.ts'
import { passwordCost } from './auth/passwords/password-cost.ts'
import { seed } from './random-runs.testing.ts'

// The least that argon2 takes. A portal that is started as people do hashes at its own costs: portal-process.test.ts.
Object.assign(passwordCost, { memoryCost: 8, timeCost: 1 })

const printed: string[] = []
console.error = (...parts: unknown[]) => void printed.push(format(...parts))

const allowed = /^(localhost|127(\.\d{1,3}){3}|::1)$/
type Connect = typeof net.Socket.prototype.connect

/** pg, fetch and the rest all connect through this method; its first argument is a list once net has sorted it. */
const hostOf = (args: readonly unknown[]): unknown => {
  const [first, second] = args
  if (Array.isArray(first)) return hostOf(first)
  if (typeof first === 'object' && first !== null) return 'host' in first ? first.host : undefined
  return typeof first === 'number' ? second : undefined
}

type AnyConnect = (this: net.Socket, ...args: unknown[]) => unknown

// TypeScript cannot tell the overloads of connect apart once their arguments are passed on.
const asConnect = (connect: AnyConnect) => connect as Connect // passes every overload on
const asAnyConnect = (connect: Connect) => connect as AnyConnect // the same function

const connect = asAnyConnect(net.Socket.prototype.connect)
function connectNearby(this: net.Socket, ...args: unknown[]) {
  const host = hostOf(args)
  if (typeof host === 'string' && !allowed.test(host))
    throw new Error(`Tests have no network beyond this machine: ${host}`)
  return connect.apply(this, args)
}
// This file runs again before each test file of a worker; the first time lasts.
if (connect.name !== connectNearby.name) net.Socket.prototype.connect = asConnect(connectNearby)

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.info(`Random tests had the seed of TEST_SEED=${seed}.`)
  expect(printed.splice(0), 'console.error was called').toEqual([])
})

afterAll(dropTestDatabases)

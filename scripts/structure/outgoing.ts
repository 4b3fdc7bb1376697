import { codeKeepingStrings } from './source.ts'
import { isTest, isTesting, sources, type Check } from './tree.ts'

/** Modules by which a program opens a connection, with what of them does; nothing named: all of it. */
const doors: Readonly<Record<string, readonly string[]>> = {
  http: ['request', 'get', 'Agent'],
  https: [],
  http2: ['connect'],
  net: ['connect', 'createConnection', 'Socket'],
  tls: ['connect'],
  dgram: [],
  undici: [],
  stripe: [],
  twilio: [],
  mqtt: [],
  nodemailer: [],
  'oidc-provider': [],
  'openid-client': [],
  pg: [],
  ssh2: [],
}

const guard = 'platform/http/guarded-fetch.ts'

/** Files of the server that open a connection, with how it is guarded, or why it need not be. */
const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http: { [guard]: 'is the guard' },
  https: { [guard]: 'is the guard' },
  http2: { 'platform/apns/connection.ts': 'Apple speaks HTTP/2; the guard looks its name up' },
  net: {
    'drivers/mqtt.ts': 'brokers speak MQTT; the guard looks their names up',
    'backup/copies/sftp-line.ts': 'servers of copies speak SFTP; the guard looks their names up',
  },
  ssh2: { 'backup/copies/sftp-line.ts': 'is given a line whose name the guard looked up' },
  tls: {
    'drivers/mqtt.ts': 'as above',
    'doctor/site-checks.ts': 'looks at the certificate of SITE_URL, which the operator sets',
  },
  stripe: {
    'stripe/client.ts': 'is given the guarded fetch',
    'stripe/events/webhooks.ts': 'checks signatures, and asks nothing',
    'stripe/events/webhook-endpoint.ts': 'reads the version of the API, and asks nothing',
  },
  twilio: { 'platform/sms/twilio.ts': 'is given the guarded fetch' },
  mqtt: { 'drivers/mqtt.ts': 'is given a line whose name the guard looked up' },
  nodemailer: { 'platform/mail/mailer.ts': 'the mail server is SMTP_URL, which the operator sets' },
  'oidc-provider': {
    'openid/provider.ts': 'is given the guarded fetch',
    'openid/questions.ts': 'throws errors of the library, and asks nothing',
  },
  pg: {
    'access/stored-swipes.ts': 'knows errors of the database by their class, and opens nothing',
    'plans/plan-use.ts': 'as above',
    'backup/copy-connection.ts': 'speaks to the database that is copied, or to a copy of it',
  },
  'openid-client': { 'auth/providers/openid-client.ts': 'is given the guarded fetch' },
}

/** PostgreSQL is the operator's, and what speaks to it stands here. */
const isDatabase = (path: string) => /^platform\/(?:db|jobs|live)\//.test(path)

const importStatement =
  /\bimport\s+(?<type>type\s)?\s*(?<names>[\w\s{},*$]+?)\s+from\s*['"](?<from>[^'"]+)['"]|\bimport\s*\(?\s*['"](?<bare>[^'"]+)['"]/g

const namesIn = (names: string): string[] => {
  const [, listed] = /\{([^}]*)\}/.exec(names) ?? []
  // All of a module is each thing in it.
  if (/^\w|\*/.test(names)) return ['*']
  const parts = (listed ?? '').split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '' && !part.startsWith('type ')).map((part) => part.split(/\s/)[0] ?? '')
}

const opensLine = (module: string, names: readonly string[]): boolean => {
  const known = doors[module]
  if (!known || names.length === 0) return false
  return known.length === 0 || names.some((name) => name === '*' || known.includes(name))
}

/**
 * The server asks others through `guarded-fetch.ts` alone; each other way out is named above with its reason. That no
 * file uses the `fetch` of the language, a rule of the linter sees to.
 */
export const oneWayOut: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    const own = path.startsWith('server/src/') ? path.slice('server/src/'.length) : null
    if (own === null || isTest(path) || isTesting(path) || path.endsWith('.d.ts')) return []
    if (/^test-|\/test-/.test(own)) return []
    return [...codeKeepingStrings(text).matchAll(importStatement)].flatMap(({ groups = {} }) => {
      if (groups['type'] !== undefined) return []
      const module = (groups['from'] ?? groups['bare'] ?? '').replace(/^node:/, '')
      const names = groups['bare'] === undefined ? namesIn(groups['names'] ?? '') : ['*']
      if (!opensLine(module, names)) return []
      const isKnown = ways[module]?.[own] !== undefined || (module === 'pg' && isDatabase(own))
      return isKnown ? [] : [`${path}: opens connections with ${module}; use guardedFetch, or say why in outgoing.ts`]
    })
  })

import { codeOf } from './source.ts'
import { isTest, isTesting, sources, type Check } from './tree.ts'

/** Files of the server that read what callers send, with how it is checked. */
const readers: Readonly<Record<string, string>> = {
  'platform/http/create-server.ts': 'reads JSON for all routes, and checks nothing',
  'platform/http/parse-input.ts': 'checks bodies by the schema of their route',
  'platform/http/receive-upload.ts': 'reads files, and JSON in them by its schema',
  'openid/protocol.ts': 'leaves the body to the library, which knows the protocol',
  'openid/waiting-logins.ts': 'reads the form of a plain page of the server, field by field',
  'mailings/routes.ts': 'throws away the form that mail programs send (RFC 8058)',
}

const reading =
  /\b(?:request|req)\.(?:body|raw\.on)\b|\{[^{}]*\bbody\b[^{}]*\}: (?:Pick<)?FastifyRequest|\baddContentTypeParser\(/

/** A media type whose content a route has to say in a schema. */
const jsonUpload = /\bupload: \{[^{}]*application\/json[^{}]*\}/g

/** Finds input that is not read by the one parser, which knows the schema of the route; JSON that is taken as a file has one, too. */
export const oneWayIn: Check = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    if (isTest(path) || isTesting(path)) return []
    const own = path.startsWith('server/src/') ? path.slice('server/src/'.length) : null
    const isStray = own !== null && reading.test(codeOf(text)) && readers[own] === undefined
    const uploads = path.startsWith('contract/src/') ? (text.match(jsonUpload) ?? []) : []
    return [
      ...(isStray ? [`${path}: reads what a caller sent past the schema of its route`] : []),
      ...uploads.filter((upload) => !upload.includes('content:')).map(() => `${path}: an upload of JSON has no schema`),
    ]
  })
